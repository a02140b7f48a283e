import type { Profile } from './profile.ts'

export const uv: Profile = {
  name: 'uv',
  commands: ['uv'],
  signs: [
    /^(?:Resolved|Prepared|Installed|Audited|Uninstalled) \d+ packages? in [\d.]{1,9}m?s$/,
    /^× (?:No solution found when resolving|Failed to (?:build|download|fetch) `)/,
    /^(?:├|╰)─▶ \S/,
  ],
  roles: [
    ['summary', /^(?:Resolved|Prepared|Installed|Audited) \d+ packages? in [\d.]{1,9}m?s$/],
    ['failure', /^× (?:No solution found|Failed to) /],
    ['reason', /^(?:├|╰)─▶ \S/],
  ],
  parts: [['above', /^(?:Error|error): /]],
}
