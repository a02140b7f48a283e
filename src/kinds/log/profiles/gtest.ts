import type { Profile } from './profile.ts'

export const gtest: Profile = {
  name: 'gtest',
  commands: [],
  signs: [
    /^\[ {2}(?:PASSED|FAILED) {2}\] \d+ tests?[.,]/,
    /^\[=+\] (?:Running|\d+ tests? from) /,
    /^\[ RUN {6}\] \S/,
    /^\[-+\] Global test environment/,
  ],
  filter: { drop: [/^\[(?:=+|-+)\] /] },
}
