import type { Profile } from './profile.ts'

export const ava: Profile = {
  name: 'ava',
  commands: ['ava'],
  signs: [/^\d+ tests? (?:failed|passed)$/, /^✖ No tests found in \S/],
  hints: [/^✔ \S{1,200} › \S/, /^✘ \[fail\]: /, /^Difference \(- actual, \+ expected\):$/],
}
