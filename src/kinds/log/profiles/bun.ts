import type { Profile } from './profile.ts'

export const bun: Profile = {
  name: 'bun',
  commands: ['bun', 'bunx'],
  signs: [
    /^bun (?:install|test|add|run|remove) v\d+\.\d+\.\d+/,
    /^Ran \d+ tests? across \d+ files?\./,
    /^\d+ expect\(\) calls$/,
    /^bun install v/,
  ],
  hints: [/^\d+ (?:pass|fail|skip)$/],
  roles: [['summary', /^(?:\d+ packages? installed(?: \[|$)|Checked \d+ installs? across \d+ packages?)/]],
  parts: [['above', /^error: \S{1,200} failed to resolve$/]],
}
