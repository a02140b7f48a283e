import type { Profile } from './profile.ts'

export const ld: Profile = {
  name: 'ld',
  commands: ['ld', 'ld.lld', 'lld', 'mold', 'gold'],
  signs: [
    /^(?:\/\S{0,100}\/)?(?:\w[\w-]{0,60}-)?ld(?:\.\w{2,6})?: \S/,
    /^collect2: error: ld returned \d/,
    /^(?:ld\.lld|ld64\.lld|mold): (?:error|warning|fatal): /,
    /\bundefined reference to [`']/,
    /^Undefined symbols for architecture /,
    /^\S{1,40}: error: linker command failed with exit code \d/,
  ],
  roles: [['location', /^>>> (?:referenced by|defined (?:in|at)) /]],
  parts: [['run', /^(?:collect2|clang(?:\+\+)?): error: (?:ld returned|linker command failed)/]],
}
