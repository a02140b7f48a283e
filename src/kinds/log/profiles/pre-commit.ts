import type { Profile } from './profile.ts'

export const preCommit: Profile = {
  name: 'pre-commit',
  commands: ['pre-commit', 'prek'],
  signs: [
    /^- hook id: \S/,
    /^\[INFO\] (?:Initializing environment|Installing environment|Once installed this environment)/,
    /^- files were modified by this hook$/,
  ],
  hints: [/\.{3,}Passed$/, /\.{3,}Failed$/, /\.{3,}(?:\(no files to check\))?Skipped$/, /^- exit code: \d/],
  each: [/\.{3,}Failed$/],
}
