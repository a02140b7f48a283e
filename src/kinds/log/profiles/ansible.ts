import type { Profile } from './profile.ts'

export const ansible: Profile = {
  name: 'ansible',
  commands: ['ansible-playbook', 'ansible'],
  signs: [
    /^PLAY RECAP \*{3,}$/,
    /^(?:TASK|PLAY|RUNNING HANDLER|HANDLER) \[.{0,300}\] \*{3,}$/,
    /^(?:fatal|failed): \[\S{1,200}\](?: \(item=.{0,200}\))?: (?:FAILED|UNREACHABLE)! => /,
  ],
  roles: [['pass', /^(?:ok|changed|skipping|included): \[\S{1,200}\]/]],
}
