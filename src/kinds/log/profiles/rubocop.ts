import type { Profile } from './profile.ts'

export const rubocop: Profile = {
  name: 'rubocop',
  commands: ['rubocop', 'standardrb'],
  signs: [
    /^\d+ files? inspected, (?:no|\d+) offenses? detected/,
    /^Inspecting \d+ files?$/,
    /^\S{1,300}:\d+:\d+: [CWEFRI]: (?:\[\w{1,20}\] )?[A-Z]\w{1,40}\/\w/,
  ],
  roles: [
    ['summary', /^\d+ files? inspected, no offenses detected/],
    ['verdict', /^\d+ files? inspected, \d+ offenses? detected/],
    ['failure', /^\S{1,300}:\d+:\d+: [CWEFR]: /],
  ],
}
