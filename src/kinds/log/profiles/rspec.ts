import type { Profile } from './profile.ts'

export const rspec: Profile = {
  name: 'rspec',
  commands: ['rspec'],
  signs: [
    /^\d+ examples?, \d+ failures?(?:, \d+ pending)?(?:, \d+ errors? occurred outside of examples)?$/,
    /^rspec \.\/\S{1,300}(?::\d+|\[[\d:,]{1,40}\]) # /,
    /^Failure\/Error: /,
  ],
  hints: [/^Finished in [\d.]{1,9} seconds? \(files took /, /^# \.\/\S{1,300}:\d+:in /],
  filter: { drop: [/^(?:Finished in [\d.]{1,9} seconds? \(files took |Randomized with seed \d+$)/] },
}
