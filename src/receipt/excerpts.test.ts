import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatExcerpt, formatItems, formatSkip, formatSpots } from './notes.ts'
import { parseNote } from './parse-notes.ts'
import { matchShown } from './shown.ts'

describe('annotations on parts of lines', () => {
  it('are written as DESIGN section 5 writes annotations', () => {
    expect(formatExcerpt(12, '@4021', 'ERROR disk full')).toBe('[diet] L12@4021: ERROR disk full')
    expect(formatExcerpt(1, ' /data/17', '{"id":1}')).toBe('[diet] L1 /data/17: {"id":1}')
    expect(formatExcerpt(1, '', '[1]')).toBe('[diet] L1: [1]')
    expect(formatItems(1, '/data', 6600, 'items', 6)).toBe('[diet] L1 /data: 6600 items, 6 shown')
    expect(formatSpots(3, 1, ['/a/5,7-8', '/b'])).toBe('[diet] 3 more failures: L1 /a/5,7-8 /b')
    expect(formatSpots(1, 4, [[120, 180]])).toBe('[diet] 1 more failure: L4@120-180')
    expect(formatSkip(12)).toBe('[+12]')
  })

  it('are read back', () => {
    expect(parseNote('[diet] L12@4021: a: b')).toEqual({ type: 'excerpt', line: 12, place: { offset: 4021 }, shown: 'a: b' })
    expect(parseNote('[diet] L1 /a:b/c: {"x":1}')).toEqual({
      type: 'excerpt',
      line: 1,
      place: { pointer: '/a:b/c' },
      shown: '{"x":1}',
    })
    expect(parseNote('[diet] L1: 3 items, 2 shown')).toEqual({
      type: 'items',
      line: 1,
      pointer: '',
      what: 'items',
      total: 3,
      shown: 2,
    })
    expect(parseNote('[diet] 3 more failures: L1 /a/5,7-8 /b')).toEqual({
      type: 'spots',
      line: 1,
      count: 3,
      offsets: [],
      values: [
        {
          pointer: '/a',
          items: [
            [5, 5],
            [7, 8],
          ],
        },
        { pointer: '/b', items: [] },
      ],
    })
    expect(parseNote('[diet] 1 more failure: L4@120-180')).toEqual({
      type: 'spots',
      line: 4,
      count: 1,
      offsets: [[120, 180]],
      values: [],
    })
  })

  it.each([
    '[diet] L0@1: x',
    '[diet] L1 a: x',
    '[diet] L1@: x',
    '[diet] L1 /a b: x',
    '[diet] 2 more failures: L1 /a/3,2',
    '[diet] 2 more failures: L1 /a,b',
    '[diet] 2 more failures: L1@9-3',
  ])('of another form are unknown: %s', (line) => {
    expect(parseNote(line)).toEqual({ type: 'unknown' })
  })

  it('leave the other forms as they were', () => {
    expect(parseNote('[diet] L3-9').type).toBe('gap')
    expect(parseNote('[diet] L3-9 not shown: 7 lines (a: b)').type).toBe('gap')
    expect(parseNote('[diet] 2 more failures: L3-9').type).toBe('index')
  })
})

describe('matchShown', () => {
  const text = 'abc def [+3] ghi'

  it('follows a text with skips', () => {
    expect(matchShown(text, 0, 'abc[+5][+3] ghi')).toEqual({
      end: 16,
      parts: [
        [0, 3],
        [8, 16],
      ],
    })
    expect(matchShown(text, 4, 'def')).toEqual({ end: 7, parts: [[4, 7]] })
    expect(matchShown(text, 0, '[+16]')).toEqual({ end: 16, parts: [] })
  })

  it('takes for text what the text has itself', () => {
    expect(matchShown(text, 8, '[+3] ghi')).toEqual({ end: 16, parts: [[8, 16]] })
  })

  it.each(['abd', 'abc[+4]def', 'abc[+99]', 'abc[+x]'])('refuses %s', (shown) => {
    expect(matchShown(text, 0, shown)).toBeUndefined()
  })

  it('proves whatever is left out of whatever text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (source, keep) => {
        let shown = ''
        let skipped = 0
        for (let i = 0; i < source.length; i++) {
          if (keep[i]) {
            shown += (skipped > 0 ? formatSkip(skipped) : '') + source[i]
            skipped = 0
          } else skipped++
        }
        if (skipped > 0) shown += formatSkip(skipped)
        const matched = matchShown(source, 0, shown)
        /* Only a source that holds skips itself may be read otherwise. */
        if (!source.includes('[+')) expect(matched?.end).toBe(source.length)
        for (const [from, to] of matched?.parts ?? []) expect(shown).toContain(source.slice(from, to))
      }),
    )
  })
})
