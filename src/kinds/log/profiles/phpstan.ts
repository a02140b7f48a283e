import type { Profile } from './profile.ts'

export const phpstan: Profile = {
  name: 'phpstan',
  commands: ['phpstan', 'psalm'],
  signs: [
    /^Line {2,4}\S{1,300}\.php(?: \(in context of .{1,200}\))?$/,
    /^\d+\/\d+ \[[▓░]{10,60}\] +\d+%$/,
    /^\[ERROR\] Found \d+ errors?$/,
  ],
  hints: [/^\[OK\] No errors$/, /^🪪 {1,3}\S/],
  roles: [
    ['summary', /^\[OK\] No errors$/],
    ['failure', /^:?\d{1,6} {3,9}[A-Z$\\]\S.{3,}/],
  ],
  filter: { drop: [/^\d+\/\d+ \[[▓░]{10,60}\]/] },
}
