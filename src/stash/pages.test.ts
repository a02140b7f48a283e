import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPage, PAGE_CHARS, type PageOptions, type PageRequest, parseLines, sliceLines } from './pages.ts'

const ask = (request: PageRequest): string => JSON.stringify(request)
const options: PageOptions = { ask, name: 'KEY' }
const small: PageOptions = { ask, name: 'KEY', limit: 3000 }

const page = (text: string, request: PageRequest = {}, how: PageOptions = options) => {
  const answer = getPage(text, request, how)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const refusal = (text: string, request: PageRequest): string => {
  const answer = getPage(text, request, options)
  if (typeof answer !== 'string') throw new Error(answer.text)
  expect(answer).toMatch(/^[^\n]+[.]$/)
  return answer
}

/** The characters between the notes of a page. */
const contentOf = ({ text, next }: { text: string; next?: PageRequest }): string => {
  const body = text.slice(text.indexOf('\n') + 1)
  return next === undefined ? body : body.slice(0, body.lastIndexOf('[diet] next page: '))
}

/** Every page from the first to the last. */
const allPages = (text: string, request: PageRequest, how: PageOptions) => {
  const pages = []
  for (let next: PageRequest | undefined = request; next !== undefined; ) {
    if (pages.length > 10_000) throw new Error('no end')
    const one = page(text, next, how)
    expect(one.text.length).toBeLessThanOrEqual(how.limit ?? PAGE_CHARS)
    expect(one.text).toMatch(/^\[diet\] KEY: /)
    if (one.next !== undefined) expect(one.text.endsWith(`\n[diet] next page: ${ask(one.next)}`)).toBe(true)
    pages.push(one)
    next = one.next
  }
  return pages
}

const lines = (count: number, width = 20): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}`.padEnd(width, '.')).join('\n') + '\n'

describe('by lines', () => {
  it('says what it shows and shows exactly that', () => {
    expect(page('one\r\ntwo\r\nthree\r\n', { lines: [2, 3] })).toEqual({ text: '[diet] KEY: L2-3 of 3 lines.\ntwo\r\nthree\r\n' })
    expect(page('one\ntwo', { lines: [2, 2] })).toEqual({ text: '[diet] KEY: L2 of 2 lines.\ntwo' })
    expect(page('one\n\n', {})).toEqual({ text: '[diet] KEY: L1-2 of 2 lines.\none\n\n' })
  })

  it('ends an open range at the last line', () => {
    expect(page('one\ntwo\n', { lines: [2, 999_999_999] }).text).toBe('[diet] KEY: L2 of 2 lines.\ntwo\n')
  })

  it('says how to get the next page', () => {
    const text = lines(1000)
    const first = page(text)
    expect(first.text.length).toBeLessThanOrEqual(8000)
    // 21 chars a line; the notes take less than 300 of the 8,000.
    expect(first.next!.lines![0]).toBeGreaterThan(360)
    expect(first.next!.lines![1]).toBe(1000)
    expect(page(text, first.next).text.split('\n')[1]).toBe(`line ${first.next!.lines![0]}`.padEnd(20, '.'))
    expect(
      allPages(text, { lines: [100, 900] }, small)
        .map(contentOf)
        .join(''),
    ).toBe(text.slice(99 * 21, 900 * 21))
  })

  it('pages a long line by characters, and goes on behind it', () => {
    const text = `short\n${'x'.repeat(20_000)}\nafter\n`
    const pages = allPages(text, {}, small)
    expect(pages[1]!.text.split('\n')[0]).toMatch(/^\[diet\] KEY: L2 chars 1-2\d{3} of 20001, of 3 lines\.$/)
    expect(pages.at(-1)!.text).toMatch(/^\[diet\] KEY: L2-3 of 3 lines, L2 from char \d+\.\nx+\nafter\n$/)
    // Where a page ends inside a line, its note stands on a line of its own.
    expect(pages.map((one) => (one.next?.char === undefined ? contentOf(one) : contentOf(one).slice(0, -1))).join('')).toBe(text)
  })

  it('never splits a surrogate pair', () => {
    const text = '🍃'.repeat(10_000)
    for (const one of allPages(text, {}, small)) expect(contentOf(one)).not.toMatch(/\p{Surrogate}/u)
    for (const one of allPages(`x${text}`, {}, small)) expect(contentOf(one)).not.toMatch(/\p{Surrogate}/u)
    expect(contentOf(page('🍃b', { char: 2 }))).toBe('🍃b')
  })

  it('gives every character once, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('\n', '\r\n', '\r', '', '[diet] next page: {}', '🍃'.repeat(900), 'y'.repeat(5000)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let rebuilt = ''
        for (const one of allPages(text, {}, small)) {
          if (text === '') continue
          const content = contentOf(one)
          // A page that ends inside a line has one line end more than the text.
          rebuilt += one.next?.char === undefined ? content : content.slice(0, -1)
        }
        expect(rebuilt).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses what is not there, and says what is', () => {
    expect(refusal('one\ntwo\n', { lines: [3, 9] })).toBe('The original has 2 lines: ask for lines from 1 to 2.')
    expect(refusal('one\ntwo', { lines: [2, 2], char: 4 })).toBe('L2 has 3 chars: ask for a char from 1 to 3.')
    expect(refusal('one\n', { char: 0 })).toMatch(/from 1 on/)
    expect(refusal('one\n', { grep: 'o', context: -1 })).toMatch(/0 or more/)
    expect(page('').text).toBe('[diet] KEY: the original is empty.\n')
  })
})

describe('lines as one types them', () => {
  it.each([
    ['12', [12, 12]],
    ['12-40', [12, 40]],
    ['L120-173', [120, 173]],
    ['l120 - L173', [120, 173]],
    ['5-', [5, 999_999_999]],
  ])('%s', (typed, range) => expect(parseLines(typed)).toEqual(range))

  it.each(['', '0', '0-3', '4-3', '-3', 'a-b', '1-2,5', '1.5', '1e3', '9'.repeat(30)])('refuses %j', (typed) =>
    expect(parseLines(typed)).toMatch(/write one range, like 120-173/),
  )
})

describe('by pattern', () => {
  const log = 'start\none\ntwo ERROR 12\nthree\nfour\nfive\nsix\nERROR 7\r\n'

  it('prints lines as grep -n does, with lines around them', () => {
    expect(page(log, { grep: 'ERROR', context: 1 }).text).toBe(
      '[diet] KEY: 2 matching lines for "ERROR" in L1-8 of 8 lines.\n2-one\n3:two ERROR 12\n4-three\n7-six\n8:ERROR 7\n',
    )
    expect(page(log, { grep: 'ERROR \\d+$', context: 0 }).text).toBe(
      '[diet] KEY: 2 matching lines for "ERROR \\\\d+$" in L1-8 of 8 lines.\n3:two ERROR 12\n8:ERROR 7\n',
    )
  })

  it('joins what lies close together', () => {
    const printed = page('a\nX\nb\nX\nc\n', { grep: 'X' }).text.split('\n').slice(1)
    expect(printed).toEqual(['1-a', '2:X', '3-b', '4:X', '5-c', ''])
  })

  it('looks only where it is told to', () => {
    expect(page(log, { grep: 'ERROR', context: 5, lines: [7, 8] }).text).toBe(
      '[diet] KEY: 1 matching line for "ERROR" in L7-8 of 8 lines.\n7-six\n8:ERROR 7\n',
    )
  })

  it('says when nothing matches', () => {
    expect(page(log, { grep: 'nothing' }).text).toBe('[diet] KEY: no line matches "nothing" in L1-8 of 8 lines.\n')
  })

  it('shows every matching line once over all pages', () => {
    const text = lines(3000)
    const pages = allPages(text, { grep: '0\\.', context: 0 }, small)
    const shown = pages.flatMap((one) => contentOf(one).split('\n')).filter((line) => line !== '')
    const wanted = text.split('\n').flatMap((line, i) => (/0\./.test(line) ? [`${i + 1}:${line}`] : []))
    expect(shown).toEqual(wanted)
    expect(pages.length).toBeGreaterThan(2)
  })

  it('shows a long line around its matches, in parts that pages can part', () => {
    const text = `before\n${`${'-'.repeat(5000)}needle`.repeat(60)}\nafter\n`
    const pages = allPages(text, { grep: 'needle', context: 1 }, small)
    const parts = pages.flatMap((one) => contentOf(one).split('\n')).filter((line) => line.startsWith('2:'))
    expect(parts).toHaveLength(60)
    expect(parts[0]).toBe(`2:chars 4851-5156 of 300360:${'-'.repeat(150)}needle${'-'.repeat(150)}`)
    expect(parts.at(-1)).toBe(`2:chars 300205-300360 of 300360:${'-'.repeat(150)}needle`)
    expect(pages[0]!.text).toContain('\n1-before\n')
    expect(pages.at(-1)!.text).toContain('\n3-after\n')
  })

  it('caps a long line that is only context', () => {
    const shown = page(`${'c'.repeat(1000)}\nneedle\n`, { grep: 'needle' }).text
    expect(shown).toContain(`\n1-${'c'.repeat(400)} [diet] + 600 chars of L1\n2:needle\n`)
  })

  it('ends with every text and pattern, and splits no pair', () => {
    const unit = fc.constantFrom('a', 'b', '🍃', '\n', '\r\n', 'ab'.repeat(300), '🍃'.repeat(300))
    const pattern = fc.constantFrom('a', 'ab', 'x*', '^', '$', '🍃', 'b+a', '(a|b)+', '.')
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), pattern, fc.integer({ min: 0, max: 3 }), (units, grep, context) => {
        for (const one of allPages(units.join(''), { grep, context }, small)) expect(one.text).not.toMatch(/\p{Surrogate}/u)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['(', /cannot be used/],
    ['a(?=b)', /no look-around/],
    ['', /is empty/],
  ])('refuses the pattern %j', (grep, why) => expect(refusal(log, { grep })).toMatch(why))

  it('refuses a pattern that leaves no room for lines', () => {
    expect(refusal(log, { grep: 'x'.repeat(2000) })).toMatch(/too long/)
  })

  it('takes a pattern that would make a backtracking engine hang', () => {
    expect(page(`${'a'.repeat(100_000)}!\n`, { grep: '^(a+)+$' }).text).toMatch(/no line matches/)
  })
})

describe('by JSON pointer', () => {
  const one =
    '{"id": 1.0, "items": [{"msg": "a\\nb", "big": 12345678901234567890}, null], "a/b": {"~x": [true]}, "é\\u0041": "v", "id": 2e3}'

  it.each([
    ['/items/0/big', 'value', '12345678901234567890'],
    ['/items/0/msg', 'string', '"a\\nb"'],
    ['/items/1', 'value', 'null'],
    ['/items', 'array of 2 values', '[{"msg": "a\\nb", "big": 12345678901234567890}, null]'],
    ['/a~1b/~0x/0', 'value', 'true'],
    ['/éA', 'string', '"v"'],
    ['/id', 'value', '2e3'],
    ['/items/0', 'object with 2 keys: msg, big', '{"msg": "a\\nb", "big": 12345678901234567890}'],
  ])('%s is shown as it is spelled', (pointer, shape, value) => {
    expect(page(one, { pointer }).text).toBe(
      `[diet] KEY: ${pointer}: ${shape}, chars 1-${value.length} of ${value.length}.\n${value}`,
    )
  })

  it('shows the whole by the empty pointer', () => {
    expect(page('\ufeff [1, 2]\n', { pointer: '' }).text).toBe(
      '[diet] KEY: the whole: array of 2 values, chars 1-6 of 6.\n[1, 2]',
    )
  })

  it('pages a large value by characters', () => {
    const value = JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ i, text: '🍃' })))
    const pages = allPages(`{"rows":${value}}`, { pointer: '/rows' }, small)
    expect(pages[0]!.text).toMatch(/^\[diet\] KEY: \/rows: array of 3000 values, chars 1-\d+ of /)
    expect(pages.map((each) => (each.next === undefined ? contentOf(each) : contentOf(each).slice(0, -1))).join('')).toBe(value)
  })

  it('points into one line of many', () => {
    expect(page('{"a":1}\n{"a":{"b":2}}\n', { lines: [2, 2], pointer: '/a/b' }).text).toMatch(/\n2$/)
  })

  it.each([
    ['/items/7', 'There is no /items/7: /items is an array of 2 values.'],
    ['/nothing', 'There is no /nothing: the whole is an object with 5 keys: id, items, a/b, éA, id.'],
    ['/id/deeper', 'There is no /id/deeper: /id is a value.'],
    ['items', '"items" is no JSON pointer: write it like /items/3/name, or "" for the whole.'],
  ])('refuses %s', (pointer, message) => expect(refusal(one, { pointer })).toBe(message))

  it('refuses what is not one JSON value', () => {
    expect(refusal('plain text', { pointer: '/a' })).toMatch(/not JSON: ask for lines/)
    expect(refusal('{"a":1}\n{"a":2}\n', { pointer: '/a' })).toMatch(/more than one JSON value: ask for the pointer in one line/)
    expect(refusal(one, { pointer: '/id', grep: 'x' })).toMatch(/not for both/)
    expect(refusal(one, { pointer: '/id', char: 4 })).toBe('The value has 3 chars: ask for a char from 1 to 3.')
  })

  it('finds what JSON.parse finds', () => {
    const escapeToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
    const check = (text: string, value: unknown, pointer: string): void => {
      const shown = page(text, { pointer }, { ask: () => '', limit: 3000 })
      if (shown.next === undefined) expect(JSON.parse(shown.text.slice(shown.text.indexOf('\n') + 1))).toEqual(value)
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) check(text, inner, `${pointer}/${escapeToken(key)}`)
    }
    const json = fc.jsonValue({ maxDepth: 3, depthSize: 'small' })
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        check(text, JSON.parse(text), '')
      }),
      { numRuns: 300 },
    )
  })

  it('does not throw on broken JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]",:\\a1 ') }),
        fc.constantFrom('', '/a', '/0', '/a/0'),
        (text, pointer) => {
          getPage(text, { pointer }, options)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('slices of lines', () => {
  // The reads of reference/sift.md section 11.
  it('counts lines that end with LF, keeps CR, adds none for a final newline', () => {
    expect(sliceLines('alpha\r\nbeta\n\ngamma', 2, 2)).toEqual({
      text: 'beta\n\n',
      startLine: 2,
      lineCount: 2,
      totalLines: 4,
      hasMore: true,
    })
    expect(sliceLines('一\r\n二\n三\n', 2, 10)).toEqual({
      text: '二\n三\n',
      startLine: 2,
      lineCount: 2,
      totalLines: 3,
      hasMore: false,
    })
    expect(sliceLines('一\r\n二\n三\n', 4, 1)).toBeUndefined()
    expect(sliceLines('', 1, 1)).toBeUndefined()
  })
})
