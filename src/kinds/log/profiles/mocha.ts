import type { Profile } from './profile.ts'

export const mocha: Profile = {
  name: 'mocha',
  commands: ['mocha', '_mocha', 'nyc mocha'],
  signs: [/^\d+ passing \([\d.]{1,9}(?:ms|s|m)\)$/],
  hints: [/^\d+ failing$/, /^\d+ pending$/, /^at Context\.<anonymous> \(/, /^\+ expected - actual$/],
  filter: { drop: [/^\+ expected - actual$/] },
}
