import type { Profile } from './profile.ts'

export const tox: Profile = {
  name: 'tox',
  commands: ['tox', 'nox'],
  signs: [
    /^(?: {2})?\w[\w.-]{0,60}: (?:OK|FAIL) (?:\(|✔|✖|code \d)/,
    /^congratulations :\) \(/,
    /^evaluation failed :\( \(/,
    /^nox > (?:Running session|Session \S{1,80} (?:failed|was successful))/,
  ],
  roles: [
    ['verdict', /^evaluation failed :\( \(/],
    ['summary', /^congratulations :\) \(/],
    ['verdict', /^\w[\w.-]{0,60}: FAIL code \d/],
    ['verdict', /^nox > Session \S{1,80} failed/],
  ],
}
