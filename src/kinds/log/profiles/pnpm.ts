import type { Profile } from './profile.ts'

export const pnpm: Profile = {
  name: 'pnpm',
  commands: ['pnpm', 'pnpx'],
  signs: [
    /^(?:WARN|ERR_PNPM_\w+) {2}\S/,
    /^ERR_PNPM_\w{3,80}/,
    /^Progress: resolved \d+, reused \d+, downloaded \d+, added \d+/,
    /^Scope: (?:all )?\d+ (?:of \d+ )?workspace projects?$/,
    /^ELIFECYCLE {2}Command failed/,
  ],
  roles: [
    ['failure', /^ERR_PNPM_\w{3,80} /],
    ['summary', /^(?:Already up to date|Done in [\d.]{1,9}m?s)(?: using pnpm.{0,20})?$/],
  ],
  parts: [['run', /^(?:ERR_PNPM_RECURSIVE_(?:RUN_FIRST_FAIL|EXEC_FIRST_FAIL|FAIL)\b|ELIFECYCLE )/]],
  filter: { drop: [/^Progress: resolved \d+/] },
}
