import { describe, expect, it } from 'vitest'
import { reportedExitCode, reportsFailure } from './failure.ts'

const LONG = 'a line of output\n'.repeat(100)

describe('reportedExitCode', () => {
  it.each([
    ['in the first line', `Exit code 2\n${LONG}`, 2],
    ['with a colon', `Exit code: 0\nWall time: 1 s\nOutput:\n${LONG}`, 0],
    ['in the last line', `${LONG}Exit Code: 1`, 1],
    ['as a process says it', `${LONG}Process exited with code 127.\n`, 127],
    ['in an object', `{"output":${JSON.stringify(LONG)},"metadata":{"exit_code":3,"duration_seconds":0.1}}`, 3],
    ['in the middle of a log: another program', `${LONG}Exit code 2\n${LONG}`, undefined],
    ['inside a line', `The docs say: Exit code 2\n${LONG}`, undefined],
    ['nowhere', LONG, undefined],
    ['as a member outside of JSON', `"exit_code": 3\n${LONG}`, undefined],
  ])('%s', (_, text, expected) => {
    expect(reportedExitCode(text)).toBe(expected)
  })
})

describe('reportsFailure', () => {
  it.each([
    ['Exit code 1\n', true],
    ['Exit code 0\nError: kept going\n', false],
    ['Error: ENOENT\n', true],
    ['error[E0308]: mismatched types\n', true],
    ['Errors: 0\n', false],
    ['all good\n', false],
  ])('%j: %s', (text, expected) => {
    expect(reportsFailure(text + LONG)).toBe(expected)
  })
})
