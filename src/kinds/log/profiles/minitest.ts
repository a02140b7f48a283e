import type { Profile } from './profile.ts'

export const minitest: Profile = {
  name: 'minitest',
  commands: ['rake test', 'rails test', 'minitest'],
  signs: [
    /^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors\b/,
    /^Run options: .{0,60}--seed \d/,
    /^# Running(?: tests)?:$/,
  ],
  roles: [['mark', /^\w[\w:]{0,100}#test_\w{0,200}(?: \[[^\]]{1,300}\])?:$/]],
  parts: [['below', /^\d+\) (?:Error|Failure):$/]],
  filter: { drop: [/^(?:# Running(?: tests)?:$|Run options: )/] },
}
