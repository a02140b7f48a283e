import type { Profile } from './profile.ts'

export const poetry: Profile = {
  name: 'poetry',
  commands: ['poetry'],
  signs: [
    /^[-•] (?:Installing|Updating|Removing) \S{1,100} \(\S{1,80}(?: -> \S{1,80})?\)/,
    /^(?:So, because|And because|Because) .{1,300}version solving failed\.$/,
    /^Creating virtualenv \S{1,100} in \S/,
  ],
  hints: [
    /^Package operations: \d+ installs?, \d+ updates?, \d+ removals?/,
    /^Installing dependencies from lock file$/,
    /^Resolving dependencies\.\.\./,
  ],
  roles: [
    ['mark', /^[-•] (?:Installing|Updating|Downloading) \S{1,100} \([^)]{1,100}\): Failed$/],
    ['pass', /^[-•] (?:Installing|Updating|Removing|Downloading) \S{1,100} \([^)]{1,100}\)/],
  ],
  parts: [['above', /^(?:\w{1,60}(?:Error|Exception)$|Error: |error: )/]],
}
