import type { Profile } from './profile.ts'

export const jasmine: Profile = {
  name: 'jasmine',
  commands: ['jasmine'],
  signs: [/^\d+ specs?, \d+ failures?(?:, \d+ pending specs?)?$/, /^Randomized with seed \d+ \(jasmine /],
  hints: [/^Finished in [\d.]{1,9} seconds?$/, /^at <Jasmine>$/],
  roles: [['library', /^at <Jasmine>$/]],
  filter: { drop: [/^Randomized with seed \d+/] },
}
