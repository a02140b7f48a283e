import type { Profile } from './profile.ts'

export const pulumi: Profile = {
  name: 'pulumi',
  commands: ['pulumi'],
  signs: [
    /^(?:Updating|Previewing (?:update|destroy)|Destroying|Refreshing) \(\S{1,100}\):?$/,
    /^Diagnostics:$/,
    /^[+~-]{1,2} {1,6}(?:├─|└─)? ?pulumi:pulumi:Stack /,
  ],
  hints: [/^Resources:$/, /^\d+ (?:created|updated|deleted|unchanged)$/],
  roles: [['verdict', /^error: (?:update|preview|destroy|refresh) failed$/]],
  parts: [['run', /^error: (?:update|preview|destroy|refresh) failed$/]],
}
