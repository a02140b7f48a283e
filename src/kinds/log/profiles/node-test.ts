import type { Profile } from './profile.ts'

export const nodeTest: Profile = {
  name: 'node-test',
  commands: ['node --test'],
  signs: [
    /^[ℹ#] (?:suites|cancelled) \d+$/,
    /^✖ failing tests:$/,
    /^\d+ subtests? failed$/,
    /^(?:error|failureType): '(?:testCodeFailure|subtestsFailed|\d+ subtests? failed)'$/,
  ],
  hints: [
    /^[ℹ#] (?:tests|pass|fail|skipped|todo) \d+$/,
    /^[✔✖] .{1,300} \([\d.]{1,12}ms\)$/,
    /^▶ \S/,
    /^test at \S{1,300}:\d+:\d+$/,
    /^code: 'ERR_(?:TEST_FAILURE|ASSERTION)'/,
  ],
  roles: [['library', /^at .{0,200}\bnode:internal\//]],
}
