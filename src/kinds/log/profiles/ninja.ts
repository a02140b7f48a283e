import type { Profile } from './profile.ts'

export const ninja: Profile = {
  name: 'ninja',
  commands: ['ninja', 'samu'],
  signs: [/^ninja: (?:build stopped|no work to do|error|Entering directory|warning)/, /^FAILED: (?:\[code=\d+\] )?\S/],
  hints: [/^\[\d+\/\d+\] (?:Building|Linking|Compiling|Generating|CXX|CC|LINK|ACTION|STAMP) /],
  roles: [['summary', /^ninja: no work to do\.$/]],
  filter: { drop: [/^(?:\[\d+\/\d+\] (?:Building|Linking|Compiling|Generating) |ninja: Entering directory)/] },
}
