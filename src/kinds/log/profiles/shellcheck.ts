import type { Profile } from './profile.ts'

export const shellcheck: Profile = {
  name: 'shellcheck',
  commands: ['shellcheck'],
  signs: [/^In \S{1,300} line \d+:$/, /^\^-{1,300}\^? SC\d{4} \((?:error|warning|info|style)\): /, /^For more information:$/],
  hints: [/https:\/\/www\.shellcheck\.net\/wiki\/SC\d{4}/],
  roles: [
    ['failure', /\^-{0,300}\^? SC\d{4} \(error\): /],
    ['warning', /\^-{0,300}\^? SC\d{4} \((?:warning|info|style)\): /],
  ],
}
