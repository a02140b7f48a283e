import type { Profile } from './profile.ts'

export const javac: Profile = {
  name: 'javac',
  commands: ['javac'],
  signs: [
    /^\S{1,300}\.java:\d+: (?:error|warning): /,
    /^Note: (?:\S{1,300}\.java|Some input files) uses? (?:unchecked or unsafe|or overrides a deprecated|deprecated)/,
    /^error: (?:file not found|invalid flag|class, interface, enum, or record expected)/,
  ],
}
