import type { Profile } from './profile.ts'

export const composer: Profile = {
  name: 'composer',
  commands: ['composer'],
  signs: [
    /^(?:Loading composer repositories|Installing dependencies from lock file|Your requirements could not be resolved to an installable)/,
    /^(?:Lock file|Package) operations: \d+ installs?, \d+ updates?, \d+ removals?$/,
    /^Generating (?:optimized )?autoload files$/,
    /^No security vulnerability advisories found/,
  ],
  roles: [
    ['verdict', /^Your requirements could not be resolved/],
    ['failure', /^Problem \d+$/],
    ['reason', /^- (?:Root composer\.json requires|\S{1,200} requires|\S{1,200} is locked to)/],
    [
      'summary',
      /^(?:Generating (?:optimized )?autoload files|Nothing to install, update or remove|No security vulnerability advisories found)/,
    ],
  ],
  filter: { drop: [/^- (?:Downloading|Installing|Upgrading|Syncing|Locking) \S{1,200} \(/] },
}
