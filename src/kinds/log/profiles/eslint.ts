import type { Profile } from './profile.ts'

export const eslint: Profile = {
  name: 'eslint',
  commands: ['eslint', 'next lint', 'oxlint', 'standard', 'xo'],
  signs: [/^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)$/, /^\d+:\d+ +(?:error|warning) {2}.{1,400} {2}[@\w/-]{1,80}$/],
  hints: [/^\d+ errors? and \d+ warnings? potentially fixable with the `--fix` option/],
  parts: [['run', /^ESLint found too many warnings/]],
}
