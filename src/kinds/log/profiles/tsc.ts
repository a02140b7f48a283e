import type { Profile } from './profile.ts'

export const tsc: Profile = {
  name: 'tsc',
  commands: ['tsc', 'vue-tsc', 'tsgo'],
  signs: [
    /^\S{1,300}(?:\(\d+,\d+\)|:\d+:\d+)(?:: | - )error TS\d+: /,
    /^error TS\d+: /,
    /^Found \d+ errors?(?: in \d+ files?\.?| in the same file, starting at: )/,
  ],
  hints: [/^\[[^\]]{1,60}\] (?:Starting compilation|File change detected)/, /^Errors {2}Files$/],
  roles: [
    ['summary', /^(?:\[[^\]]{1,60}\] )?Found 0 errors\./],
    ['failure', /^(?:\S{1,300}(?:\(\d+,\d+\)|:\d+:\d+)(?:: | - ))?error TS\d+: /],
  ],
}
