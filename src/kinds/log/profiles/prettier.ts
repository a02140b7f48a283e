import type { Profile } from './profile.ts'

export const prettier: Profile = {
  name: 'prettier',
  commands: ['prettier'],
  signs: [
    /^Checking formatting\.\.\.$/,
    /^\[warn\] Code style issues (?:found|fixed) in /,
    /^All matched files use Prettier code style!$/,
  ],
  roles: [
    ['verdict', /^\[(?:warn|error)\] Code style issues found\b/],
    ['verdict', /^Error occurred when checking code style/],
    ['failure', /^\[warn\] \S{1,400}\.\w{1,12}$/],
    ['summary', /^All matched files use Prettier code style!$/],
  ],
  parts: [
    ['run', /^(?:Error occurred when checking code style|\[error\] Code style issues)/],
    ['above', /^\[error\] {0,6}(?:> {0,6})?\d{0,6} {0,6}\|/],
  ],
  filter: { drop: [/^Checking formatting\.\.\.$/] },
}
