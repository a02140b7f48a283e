import type { Profile } from './profile.ts'

/** AddressSanitizer, LeakSanitizer, ThreadSanitizer, MemorySanitizer, UndefinedBehaviorSanitizer. */
export const sanitizer: Profile = {
  name: 'sanitizer',
  commands: [],
  signs: [
    /^ERROR: \w{4,12}Sanitizer: /,
    /^WARNING: \w{4,12}Sanitizer: /,
    /^SUMMARY: \w{4,30}Sanitizer: /,
    /^\S{1,300}:\d+:\d+: runtime error: /,
    /^ABORTING$/,
  ],
  roles: [
    ['mark', /^(?:Direct|Indirect) leak of \d+ byte/],
    [
      'library',
      /^#\d+ 0x[0-9a-f]{4,16} in (?:__interceptor_|__asan_|__libc_start|_start|operator (?:new|delete)|malloc|calloc|free)\b/,
    ],
  ],
  parts: [['below', /^ERROR: LeakSanitizer: detected memory leaks$/]],
  filter: {
    drop: [
      /^(?:Shadow byte|=>0x|0x[0-9a-f]{8,16}: |Addressable: |Partially addressable: |Heap left redzone|Freed heap region|Stack (?:left|mid|right|after)|Global redzone|Poisoned by user|Container overflow|Array cookie|Intra object|ASan internal|Left alloca|Right alloca)/,
    ],
  },
}
