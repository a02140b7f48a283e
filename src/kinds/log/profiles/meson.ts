import type { Profile } from './profile.ts'

export const meson: Profile = {
  name: 'meson',
  commands: ['meson'],
  signs: [
    /^The Meson build system$/,
    /^\S{0,200}meson\.build:\d+:\d+: (?:ERROR|WARNING|Exception)/,
    /^Full log written to \S{1,300}testlog\.txt$/,
    /^Build targets in project: \d+$/,
    /^Summary of Failures:$/,
  ],
  hints: [
    /^\d+\/\d+ .{1,200} (?:OK|FAIL|TIMEOUT|SKIP|ERROR) +[\d.]{1,9} ?s\b/,
    /^Run-time dependency \S{1,80} found: (?:YES|NO)/,
  ],
  roles: [
    ['summary', /^Build targets in project: \d+$/],
    ['mark', /^\d+\/\d+ .{1,200} (?:FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS|INTERRUPT) +[\d.]{1,9} ?s\b/],
    ['pass', /^\d+\/\d+ .{1,200} (?:OK|SKIP|EXPECTEDFAIL) +[\d.]{1,9} ?s\b/],
    ['summary', /^(?:Fail|Timeout|Unexpected Pass): +0$/],
    ['verdict', /^(?:Fail|Timeout|Unexpected Pass): +\d/],
    ['summary', /^Ok: +\d/],
  ],
  parts: [['run', /^(?:Fail|Timeout|Unexpected Pass): +\d/]],
  same: [/^\d+\/\d+ (.{1,200}?) +(?:FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS|INTERRUPT) +[\d.]{1,9} ?s\b/],
  filter: { drop: [/^(?:Run-time dependency |Checking for |Compiler for |Program \S{1,80} found: |Message: )/] },
}
