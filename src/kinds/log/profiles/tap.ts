import type { Profile } from './profile.ts'

export const tap: Profile = {
  name: 'tap',
  commands: ['tap', 'tape', 'prove'],
  signs: [/^TAP version 1[34]$/, /^\S{1,300} {1,2}\(Wstat: \d+ /, /^(?:Files=\d+, Tests=\d+, |Test Summary Report$)/],
  hints: [
    /^not ok \d+\b/,
    /^ok \d+\b/,
    /^1\.\.\d+(?: #|$)/,
    /^# (?:tests|pass|fail) +\d+$/,
    /^\S{1,200} \.{2,} ?(?:ok|Dubious|Failed)/,
  ],
  filter: { drop: [/^(?:TAP version 1[34]$|1\.\.\d+$)/] },
}
