import type { Profile } from './profile.ts'

export const kotlin: Profile = {
  name: 'kotlin',
  commands: ['kotlinc', 'kotlin', 'kotlinc-jvm'],
  signs: [/^\S{1,300}\.kts?:\d+:\d+: (?:error|warning): /, /^e: (?:file:\/\/)?\/?\S{1,300}\.kts?:/],
  roles: [['failure', /^(?:e: (?:file:\/\/)?\/?\S{1,300}\.kts?[: ]|\S{1,300}\.kts?:\d+:\d+: error: )/]],
}
