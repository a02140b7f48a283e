import type { Profile } from './profile.ts'

export const jest: Profile = {
  name: 'jest',
  commands: ['jest', 'react-scripts test'],
  signs: [
    /^Test Suites: (?:\d{1,7} [a-z]{1,12}, ){0,5}\d{1,7} total$/,
    /^● (?:Test suite failed to run|Console)$/,
    /^Ran all test suites\b/,
    /^Summary of all failing tests$/,
  ],
  hints: [
    /^● .{1,300} › .{1,300}$/,
    /^(?:PASS|FAIL) {1,2}\S{1,300}\.(?:[jt]sx?|[cm][jt]s)(?: \([\d.]{1,9} m?s\))?$/,
    /^Snapshots: {1,8}\d/,
  ],
  roles: [['library', /^at .{0,200}\bjest-(?:circus|runner|jasmine2|environment)\b/]],
  parts: [['run', /^Jest: .{1,200}threshold .{1,100}not met/]],
  alone: [/^Jest: .{1,200}threshold .{1,100}not met/],
  filter: { drop: [/^Ran all test suites\b/] },
}
