import type { Profile } from './profile.ts'

export const unittest: Profile = {
  name: 'unittest',
  commands: ['unittest', 'manage.py test'],
  signs: [/^Ran \d+ tests? in [\d.]{1,9}s$/, /^(?:ERROR|FAIL): \w{1,200} \([\w.]{1,300}\)(?: |$)/],
  hints: [/^FAILED \((?:failures|errors)=\d+/, /^OK(?: \(.{1,60}\))?$/, /^={60,}$/],
}
