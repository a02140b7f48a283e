import type { Profile } from './profile.ts'

export const nextest: Profile = {
  name: 'nextest',
  commands: ['cargo nextest'],
  signs: [
    /^Nextest run ID [\w-]{1,60} with nextest profile/,
    /^Summary \[ *[\d.]{1,12}s\] \d{1,7}(?:\/\d{1,7})? tests? run: /,
    /^Starting \d+ tests? across \d+ binar/,
  ],
  hints: [/^(?:PASS|FAIL|SLOW|LEAK|SIG[A-Z]{3,6}|TIMEOUT) \[[ >]*[\d.]{1,12}s\] /],
  roles: [
    ['mark', /^(?:FAIL|SIG[A-Z]{3,6}|ABORT|TIMEOUT) \[[ >]*[\d.]{1,12}s\] /],
    ['pass', /^(?:PASS|LEAK|SLOW) \[[ >]*[\d.]{1,12}s\] /],
    ['verdict', /^error: test run failed$/],
  ],
  parts: [['run', /^error: test run failed$/]],
  same: [
    /^(?:(?:TRY \d+ )?(?:FAIL|ABRT|ABORT|TIMEOUT|SIG[A-Z]{3,6})) +\[[ >]*[\d.]{1,12}s\] (?:\( *\d+\/\d+\) )?(\S{1,200} \S{1,300})$/,
  ],
}
