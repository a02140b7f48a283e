import type { Profile } from './profile.ts'

export const pylint: Profile = {
  name: 'pylint',
  commands: ['pylint'],
  signs: [/^\*{13} Module \S/, /^Your code has been rated at -?[\d.]{1,9}\/10/],
  hints: [/^\S{1,300}\.py:\d+:\d+: [CRWEF]\d{4}: /],
  roles: [['failure', /^\S{1,300}\.py:\d+:\d+: [EF]\d{4}: /]],
  filter: { keep: [/^Your code has been rated at /] },
}
