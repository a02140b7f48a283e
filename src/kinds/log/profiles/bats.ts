import type { Profile } from './profile.ts'

export const bats: Profile = {
  name: 'bats',
  commands: ['bats'],
  signs: [
    /^\d+ tests?, \d+ failures?(?:, \d+ skipped)?(?: in \d+ seconds?)?$/,
    /^\(in test file \S{1,300}\.bats, line \d+\)$/,
    /^# \(in test file /,
  ],
}
