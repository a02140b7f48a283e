import type { Profile } from './profile.ts'

export const clang: Profile = {
  name: 'clang',
  commands: ['clang', 'clang++', 'clang-tidy', 'zig cc'],
  signs: [
    /^(?:\d+ warnings? and )?\d+ (?:errors?|warnings?) generated\.$/,
    /^fatal error: too many errors emitted, stopping now/,
    /^clang(?:\+\+)?: error: /,
  ],
  hints: [
    /^\S{1,300}\.(?:c|cc|cpp|cxx|h|hpp|hh|m|mm|cu):\d+:\d+: (?:fatal )?(?:error|warning|note): /,
    /^\S{1,300}:\d+:\d+: note: (?:candidate (?:function|template|constructor)|in instantiation of )/,
  ],
  roles: [
    ['summary', /^\d+ warnings? generated\.$/],
    ['verdict', /^(?:\d+ warnings? and )?\d+ errors? generated\.$/],
  ],
  parts: [['run', /^(?:\S{1,300}: )?fatal error: too many errors emitted/]],
}
