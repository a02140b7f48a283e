import type { Profile } from './profile.ts'

export const cypress: Profile = {
  name: 'cypress',
  commands: ['cypress'],
  signs: [
    /^\(Run (?:Starting|Finished)\)$/,
    /^Cypress: +\d+\.\d+\.\d+ /,
    /^Running: {1,3}\S{1,200}\.cy\.[jt]sx? +\(\d+ of \d+\)$/,
    /^Spec +Tests +Passing +Failing +Pending +Skipped$/,
  ],
  hints: [/^CypressError: /, /^at Context\.eval \(webpack:/],
  roles: [
    ['summary', /^✔ {1,4}All specs passed!/],
    ['verdict', /^✖ {1,4}\d+ of \d+ failed \(/],
  ],
  parts: [['run', /^✖ +\S{1,200}\.\w{1,4} +\d\d:\d\d /]],
  filter: { drop: [/^\((?:Results|Screenshots|Video)\)$/] },
}
