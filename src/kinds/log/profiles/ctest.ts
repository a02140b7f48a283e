import type { Profile } from './profile.ts'

export const ctest: Profile = {
  name: 'ctest',
  commands: ['ctest'],
  signs: [
    /^Test project \/?\S/,
    /^\d+% tests passed, \d+ tests failed out of \d+$/,
    /^\d+\/\d+ Test +#\d+: \S/,
    /^Errors while running CTest$/,
  ],
  hints: [/^Start +\d+: \S/, /^Total Test time \(real\) =/],
  parts: [['below', /^(?:Could not find executable |Unable to find executable: )/]],
  filter: { drop: [/^(?:Start +\d+: \S|Test project )/] },
}
