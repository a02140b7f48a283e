import { describe, expect, it } from 'vitest'
import { failureAt, indexLines, isFailing } from './messages.ts'

describe('isFailing', () => {
  it.each([
    "find: '/root': Permission denied",
    'find: ‘/root’: Permission non accordée',
    "ls: cannot access 'x': No such file or directory",
    'grep: src: Is a directory',
    "fatal: bad revision 'x'",
    'error: patch failed: src/b.ts:12',
    'npm error code ELSPROBLEMS',
    'ERROR: the index is corrupt',
  ])('%s', (line) => {
    expect(isFailing(line)).toBe(true)
  })

  it.each([
    '',
    'grep: logo.png: binary file matches',
    'Binary file logo.png matches',
    '12 matches',
    'On branch main',
    '    Fix the error message',
    'src/error.ts',
    'Found 3 files',
  ])('not %j', (line) => {
    expect(isFailing(line)).toBe(false)
  })
})

describe('indexLines', () => {
  it('names each line, or ranges that hold them all where chars are few', () => {
    const missing = [3, 7, 500].map((n) => failureAt(n))
    expect(indexLines(missing, 60).entries).toEqual([
      {
        count: 3,
        ranges: [
          [3, 3],
          [7, 7],
          [500, 500],
        ],
        of: 'failures',
      },
    ])
    expect(indexLines(missing, 36).entries).toEqual([{ count: 3, ranges: [[3, 500]], of: 'failures' }])
    expect(indexLines(missing, 36).ranges).toEqual([
      [3, 3],
      [7, 7],
      [500, 500],
    ])
  })
})
