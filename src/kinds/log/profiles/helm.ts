import type { Profile } from './profile.ts'

export const helm: Profile = {
  name: 'helm',
  commands: ['helm', 'helmfile'],
  signs: [
    /^==> Linting \S/,
    /^Error: (?:UPGRADE|INSTALLATION|INSTALL|ROLLBACK|UNINSTALL) FAILED: /,
    /^\d+ chart\(s\) linted, \d+ chart\(s\) failed$/,
    /^Release "\S{1,100}" (?:has been upgraded|does not exist)/,
    /^Error: \d+ chart\(s\) linted/,
  ],
  hints: [/^LAST DEPLOYED: /, /^STATUS: \w/, /^REVISION: \d/],
  roles: [
    ['summary', /^STATUS: deployed$/],
    ['verdict', /^STATUS: failed$/],
    ['summary', /^\d+ chart\(s\) linted, 0 chart\(s\) failed$/],
  ],
  parts: [['run', /^Error: \d+ chart\(s\) linted, \d+ chart\(s\) failed$/]],
}
