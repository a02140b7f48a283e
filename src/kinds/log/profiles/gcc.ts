import type { Profile } from './profile.ts'

export const gcc: Profile = {
  name: 'gcc',
  commands: ['gcc', 'g++', 'cc', 'c++', 'gfortran'],
  signs: [
    /^\S{1,300}: (?:In (?:(?:static |member |lambda )?function|member function|instantiation|substitution|constructor|destructor|copy constructor)\b|At (?:top level|global scope):)/,
    /^cc1(?:plus)?: /,
    /^compilation terminated(?: due to |\.$)/,
    /^\S{1,300}\.(?:c|cc|cpp|cxx|h|hpp|hh|f90):\d+:\d+: (?:fatal )?(?:error|warning|note): /,
  ],
  hints: [/^In file included from \S/],
}
