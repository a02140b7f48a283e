import type { Profile } from './profile.ts'

export const valgrind: Profile = {
  name: 'valgrind',
  commands: ['valgrind'],
  signs: [
    /^Memcheck, a memory error detector$/,
    /^ERROR SUMMARY: \d+ errors? from \d+ contexts?/,
    /^(?:HEAP|LEAK) SUMMARY:$/,
    /^All heap blocks were freed -- no leaks are possible$/,
  ],
  roles: [
    [
      'failure',
      /^[\d,]{1,20}(?: \([\d,]{1,20} direct, [\d,]{1,20} indirect\))? bytes in [\d,]{1,20} blocks are (?:definitely|indirectly|possibly) lost/,
    ],
    ['library', /^(?:at|by) 0x[0-9A-F]{4,16}: .{1,200} \(in \/usr\//],
  ],
  filter: { drop: [/^(?:Copyright \(C\)|Using Valgrind-|Command: |For lists of detected|Rerun with|Memcheck, a )/] },
}
