import type { Profile } from './profile.ts'

export const esbuild: Profile = {
  name: 'esbuild',
  commands: ['esbuild'],
  signs: [/^✘ \[ERROR\] /, /^▲ \[WARNING\] /],
  hints: [/^\d+ (?:errors?|warnings?)(?: and \d+ errors?)?$/, /^⚡ Done in /],
  roles: [
    ['failure', /^✘ \[ERROR\] /],
    ['warning', /^▲ \[WARNING\] /],
    ['verdict', /^Build failed with \d+ errors?:$/],
    ['summary', /^⚡ Done in /],
  ],
  parts: [['run', /^Error: Build failed with \d+ errors?:$/]],
}
