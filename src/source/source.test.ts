import { describe, expect, it } from 'vitest'
import { behindPrefix, createSource, printedOf } from './source.ts'

describe('behindPrefix', () => {
  const text = 'web-1   | {\r\nworker  |   "a": 1\nno service here\nweb-1   | }\nweb-1   | '
  const source = createSource(text)
  const behind = behindPrefix(source)

  it('is a source of as many lines, without the prefixes that there are', () => {
    expect(behind.text).toBe('{\r\n  "a": 1\nno service here\n}\n')
    expect(behind.lines).toBe(5)
    expect([1, 2, 3, 4, 5].map(behind.line)).toEqual(['{', '  "a": 1', 'no service here', '}', ''])
    expect(behind.eol(1)).toBe('\r\n')
    expect(behind.body(2)).toBe('  "a": 1')
    expect(behind.prefix).toBeUndefined()
  })

  it('knows whose lines are printed for it', () => {
    expect(printedOf(behind)).toBe(source)
    expect(printedOf(source)).toBe(source)
  })

  it('can be the first lines alone', () => {
    expect(behindPrefix(source, 2).text).toBe('{\r\n  "a": 1\n')
  })
})
