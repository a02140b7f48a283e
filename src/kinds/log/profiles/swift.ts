import type { Profile } from './profile.ts'

export const swift: Profile = {
  name: 'swift',
  commands: ['swift', 'swiftc', 'xctest'],
  signs: [
    /^Test Suite '.{1,200}' (?:started|passed|failed) at \d/,
    /^Test Case '.{1,200}' (?:started|passed|failed)\b/,
    /^\S{1,300}\.swift:\d+:\d+: (?:error|warning|note): /,
    /^Build complete! \(/,
    /^Executed \d+ tests?, with \d+ failures? /,
  ],
  roles: [
    ['pass', /^Test Case '.{1,200}' passed\b/],
    ['summary', /^(?:Build complete! \(|Test Suite '.{1,200}' passed at)/],
  ],
  parts: [['run', /^Test Suite '.{1,200}' failed at /]],
  same: [/(?:^Test Case '|: error: )(-\[[^\]]{1,200}\]|\w{1,100}\.\w{1,100}(?= :|'))/],
  filter: { drop: [/^Test (?:Suite|Case) '.{1,200}' started\b/] },
}
