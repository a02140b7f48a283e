import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FateRange } from '../../receipt/types.ts'
import { createSource } from '../../source/source.ts'
import { decodeLossless, encodeLossless, type Lossless } from './lossless.ts'

const encode = (text: string, maxChars = Number.POSITIVE_INFINITY): Lossless | undefined =>
  encodeLossless(createSource(text), { maxChars })

const headOf = (text: string, { remarks }: Lossless): string =>
  `[diet] ${createSource(text).lines} -> 9 lines, 90 -> 9 tokens. exit 1.${remarks.map((remark) => ` ${remark}.`).join('')} complete output, unmodified: .context-diet/no final newline. x.txt`

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
const digestOf = (text: string, encoded: Lossless): string => headOf(text, encoded) + eolOf(text) + encoded.body

/** The line that stands for line n in the end, and the fate of n. */
const rootOf = (fates: readonly FateRange[], n: number): { readonly root: number; readonly fate: string } => {
  const rangeOf = (line: number): FateRange => fates.find(([from, to]) => line >= from && line <= to)!
  const fate = rangeOf(n)[2]
  for (let line = n; ; ) {
    const [from, , kind, ref] = rangeOf(line)
    if (kind === 'kept') return { root: line, fate }
    line = ref! + line - from
  }
}

const checkFates = (text: string, { body, fates }: Lossless): void => {
  const source = createSource(text)
  let next = 1
  for (const [from, to] of fates) {
    expect(from).toBe(next)
    next = to + 1
  }
  expect(next).toBe(source.lines + 1)
  const shown = body.split(eolOf(text)).filter((row) => !row.startsWith('[diet]'))
  const kept: string[] = []
  for (let n = 1; n <= source.lines; n++) {
    const { root, fate } = rootOf(fates, n)
    if (fate === 'kept') kept.push(source.line(n))
    else if (fate === 'repeat') expect(source.line(root)).toBe(source.line(n))
    else expect(fate).toBe('folded')
  }
  expect(shown).toEqual(kept)
}

/** Checks what must hold of any result; true when there is one. */
const holds = (text: string, maxChars?: number): boolean => {
  const encoded = encode(text, maxChars)
  if (encoded === undefined) return false
  expect(encoded.body.length).toBeLessThan(text.length)
  if (maxChars !== undefined) expect(encoded.body.length).toBeLessThanOrEqual(maxChars)
  const digest = digestOf(text, encoded)
  expect(decodeLossless(digest)).toBe(text)
  expect(decodeLossless(digest + eolOf(text))).toBe(text)
  checkFates(text, encoded)
  return true
}

const repeat = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

describe('lossless form', () => {
  it('says once what comes again', () => {
    expect(encode(repeat(41, () => 'GET /health 200'))?.body).toBe('GET /health 200\n[diet] + same line 40 times: L2-41')
  })

  it('says where lines come again that others part', () => {
    const text = `start of the long job\n${repeat(20, (i) => (i % 4 === 0 ? 'waiting for a lock that is held' : `step ${'abcdefghijklmnopqrst'[i]} of it`))}`
    expect(encode(text)?.body.split('\n').slice(0, 3)).toEqual([
      'start of the long job',
      'waiting for a lock that is held',
      '[diet] + same line 4 times: L6-18/4',
    ])
  })

  it('says once a block that comes again, near or far', () => {
    const block = 'Traceback of the failed request\n  at handler (app.js)\n  at router (app.js)\n'
    const text = `${block}between\n${block}${block}behind\n`
    expect(encode(text)?.body).toBe(`${block}[diet] + same 3 lines 2 times: L5-10\nbetween\nbehind`)
  })

  it('shows the first line of a shape and tells how the others differ', () => {
    const text = repeat(30, (i) => `job ${i + 8} of batch ${String(i % 3).padStart(2, '0')} has failed`)
    expect(encode(text)?.body).toBe('job 8 of batch 00 has failed\n[diet] + 29 similar lines: L2-30; 8 +1; 00 +1 in 0..2')
  })

  it('says a block again whose lines stand in a template', () => {
    const errors = repeat(60, (i) => `error ${(i * i * 7919) % 997}: the disk of the array does not answer`)
    const text = `first pass\n${errors}second pass\n${errors}`
    expect(encode(text)?.body).toContain('\nsecond pass\n[diet] L63-122 same as L2-61')
    expect(holds(text)).toBe(true)
  })

  it('keeps a line visible that must be, and lets it stand for equal ones', () => {
    const text = repeat(30, (i) => `job ${i % 10} of the nightly batch has failed again`)
    const encoded = encodeLossless(createSource(text), { maxChars: 9999, keep: (n) => n === 15 })!
    expect(encoded.body.split('\n')).toContain('job 4 of the nightly batch has failed again')
    expect(decodeLossless(digestOf(text, encoded))).toBe(text)
  })

  it('gives nothing back where nothing is gained or allowed', () => {
    expect(encode('')).toBeUndefined()
    expect(encode('one line\n')).toBeUndefined()
    expect(encode('a\nb\nc\n')).toBeUndefined()
    const text = repeat(41, () => 'GET /health 200')
    expect(encode(text, 40)).toBeUndefined()
    for (const maxChars of [0, -1, Number.NaN]) expect(encode(text, maxChars)).toBeUndefined()
  })

  it('gives nothing back for two kinds of line ends, or lines that look like its own', () => {
    expect(encode(`a line\r\n${repeat(40, () => 'a line')}`)).toBeUndefined()
    expect(encode(`[diet] L1-2\n${repeat(40, () => 'a line')}`)).toBeUndefined()
  })

  it('keeps CRLF and a missing final line end', () => {
    const crlf = repeat(40, (i) => `task ${i} is done now`).replaceAll('\n', '\r\n')
    expect(holds(crlf)).toBe(true)
    expect(holds(crlf.slice(0, -2))).toBe(true)
    expect(holds(crlf.slice(0, -1))).toBe(true)
    expect(holds(crlf.replaceAll('\n', '').replaceAll('\r', '\n').slice(0, -1))).toBe(true)
    expect(encode(crlf.slice(0, -2))?.remarks).toEqual(['no final newline'])
  })

  it('gives up on large sources that do not fit', () => {
    expect(
      encode(
        repeat(20_000, (i) => `${(i * 2_654_435_761) % 4_294_967_296} ${i} and more`),
        4000,
      ),
    ).toBeUndefined()
    expect(
      encode(
        repeat(20_000, (i) => `line ${(((i * i) % 997) * i) % 50} of few`),
        4000,
      ),
    ).toBeUndefined()
  })

  it('takes many equal lines', () => {
    const text = repeat(100_000, () => 'tick')
    const encoded = encode(text, 200)!
    expect(encoded.body).toBe('tick\n[diet] + same line 99999 times: L2-100000')
    expect(encoded.fates).toEqual([
      [1, 1, 'kept'],
      [2, 100_000, 'repeat', 1],
    ])
    expect(decodeLossless(digestOf(text, encoded)) === text).toBe(true)
  })
})

const word = fc.constantFrom('error', 'job', 'alice', 'bob', 'carol', 'at', 'x', 'naïve', '日本', '😀', '\ud800', 'step', 'Ω')
const mark = fc.constantFrom(
  ' ',
  '  ',
  '\t',
  ',',
  ';',
  '(',
  ')',
  '"',
  '\\',
  '{1}',
  '>',
  '=',
  ':',
  '+',
  '-',
  '/',
  '.',
  'L1',
  'cycle',
  '\r',
  '\0',
  "'",
  '@',
  '[',
  '#',
)
const number = fc
  .oneof(fc.nat(9), fc.nat(300), fc.nat(99_999))
  .chain((n) =>
    fc.constantFrom(
      String(n),
      String(n).padStart(3, '0'),
      n.toString(16),
      `${n}.0`,
      `10:00:${String(n % 60).padStart(2, '0')}`,
      `0x${n.toString(16)}`,
    ),
  )
const anyLine = fc.array(fc.oneof(word, mark, number), { maxLength: 12 }).map((parts) => parts.join(''))

/** A line with places that are filled anew each time it comes. */
const shape = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.oneof(word, mark) }, { weight: 1, arbitrary: fc.constant(undefined) }),
  { minLength: 3, maxLength: 14 },
)

const shapedText = fc
  .array(shape, { minLength: 1, maxLength: 3 })
  .chain((shapes) =>
    fc
      .array(
        fc.record({ of: fc.nat(shapes.length - 1), fill: fc.array(fc.oneof(number, word), { minLength: 14, maxLength: 14 }) }),
        { minLength: 3, maxLength: 40 },
      )
      .map((picks) => picks.map(({ of, fill }) => shapes[of]!.map((part, i) => part ?? fill[i]).join(''))),
  )

/** Counters, cycles and repeated blocks, which the rules look for. */
const regularText = fc
  .record({
    start: fc.nat(200),
    step: fc.integer({ min: -3, max: 70 }),
    width: fc.nat(4),
    period: fc.integer({ min: 1, max: 9 }),
    count: fc.integer({ min: 3, max: 60 }),
    other: fc.array(anyLine, { maxLength: 3 }),
    every: fc.integer({ min: 1, max: 7 }),
  })
  .map(({ start, step, width, period, count, other, every }) =>
    Array.from({ length: count }, (_, i) => {
      const value = String(Math.abs(start + step * i)).padStart(width, '0')
      return i % every === 1 && other.length > 0
        ? other[i % other.length]!
        : `row ${value} of ${'abcdefghi'[i % period]}${i % period}: ${'='.repeat(i % 3)} took ${(i * 7919) % 64} ms`
    }),
  )

const blockText = fc
  .array(fc.array(anyLine, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .chain((blocks) =>
    fc.array(fc.nat(blocks.length - 1), { minLength: 2, maxLength: 20 }).map((order) => order.flatMap((i) => blocks[i]!)),
  )

const lineEnd = fc.constantFrom('\n', '\n', '\r\n')
const text = fc
  .record({
    lines: fc.oneof(fc.array(anyLine, { maxLength: 30 }), shapedText, regularText, blockText),
    eol: lineEnd,
    final: fc.boolean(),
  })
  .map(({ lines, eol, final }) => lines.join(eol) + (final ? eol : ''))

describe('properties', () => {
  it('comes back exactly, is shorter, and has one fate per line', () => {
    let found = 0
    fc.assert(
      fc.property(text, (source) => {
        if (holds(source)) found++
      }),
      { numRuns: 700 },
    )
    expect(found).toBeGreaterThan(150)
  })

  it('never exceeds what is allowed', () => {
    fc.assert(
      fc.property(text, fc.nat(400), (source, maxChars) => {
        holds(source, maxChars)
      }),
      { numRuns: 500 },
    )
  })

  it('takes any string', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.nat(5),
        (line, times) => void holds(`${line}\n`.repeat(times)),
      ),
      { numRuns: 500 },
    )
  })

  it('gives the same text twice', () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(encode(source)).toEqual(encode(source))
      }),
      { numRuns: 100 },
    )
  })
})

describe('decoder', () => {
  const decode = (...rows: string[]): string | undefined => decodeLossless(rows.join('\n'))
  const head = (lines: number): string => `[diet] ${lines} -> 9 lines, 90 -> 9 tokens.`

  it('reads what the syntax says', () => {
    expect(
      decode(
        head(7),
        'a 1',
        '[diet] + same line 1 time: L4',
        'b',
        'c',
        '[diet] + same 2 lines 1 time: L6-7',
        '[diet] L5 same as L1',
      ),
    ).toBe('a 1\nb\nc\na 1\na 1\nb\nc\n')
    expect(decode(head(4), 'id 07 of x', '[diet] + 3 similar lines: L2-4; 07 +1; x (y,"a,b",z)')).toBe(
      'id 07 of x\nid 08 of y\nid 09 of a,b\nid 10 of z\n',
    )
    expect(decode(head(3), 'a1 a1', '[diet] + 2 similar lines: L2-3; "a1 a">1 +1')).toBe('a1 a1\na1 a2\na1 a3\n')
  })

  it('takes the line count from the head alone', () => {
    expect(decode('[diet] 2 -> 3 lines, 2 -> 2 tokens. no final newline.', 'a', 'b')).toBe('a\nb')
    expect(decode('[diet] 2 -> 3 lines, 2 -> 2 tokens. complete output, unmodified: no final newline. b', 'a', 'b')).toBe(
      'a\nb\n',
    )
    expect(decode(head(3), 'a', 'b', '')).toBe('a\nb\n\n')
    expect(decode(head(2), 'a', 'b', '')).toBe('a\nb\n')
    expect(decode(head(3), 'a', 'b')).toBeUndefined()
    expect(decode(head(1), 'a', 'b')).toBeUndefined()
  })

  it('refuses what is not complete or not its own', () => {
    const bad = [
      ['a', 'b'],
      [head(0), ''],
      [head(999_999_999), 'a', '[diet] + same line 999999998 times: L2-999999999'],
      [head(2), 'a', '[diet] L2 not shown: 1 line'],
      [head(2), 'a', '[diet] + 1 similar line: L2'],
      [head(2), 'a', '[diet] + same line 1 time: L3'],
      [head(3), 'a', '[diet] + same line 2 times: L2-3', '[diet] + same line 1 time: L3'],
      [head(3), '[diet] + same line 1 time: L1', 'a', 'b'],
      [head(3), 'a', '[diet] + same 2 lines 1 time: L2-3'],
      [head(2), 'a', '[diet] L2 same as L2'],
      [head(2), 'a', '[diet] L2 same as L9'],
      [head(3), 'a 1', '[diet] + 2 similar lines: L2-3; 2 +1'],
      [head(3), 'a 1', '[diet] + 2 similar lines: L2-3; 1 +1*9'],
      [head(3), 'a 1', '[diet] + 2 similar lines: L2-3; 1 +1; '],
      [head(3), '[diet] + 2 similar lines: L1-2; 1 +1', 'a 1'],
    ]
    for (const rows of bad) expect(decode(...rows), rows.join(' | ')).toBeUndefined()
  })

  it('does not build what a hostile text asks for', () => {
    const long = 'x'.repeat(100_000)
    expect(decode(head(300_000), long, '[diet] + same line 299999 times: L2-300000')).toBeUndefined()
    const slots = Array.from({ length: 5000 }, () => '; x (a,b)').join('')
    expect(decode(head(3), long, `[diet] + 2 similar lines: L2-3${slots}`)).toBeUndefined()
    const wide = Array.from({ length: 40 }, () => '; 1 +0').join('')
    expect(decode(head(300_000), '1 '.repeat(50), `[diet] + 299999 similar lines: L2-300000${wide}`)).toBeUndefined()
    const lists = Array.from({ length: 2000 }, () => '[diet] + same line 9 times: L2-300000')
    expect(decode(head(300_000), 'a', ...lists)).toBeUndefined()
  })

  it('never throws, whatever is done to a digest', () => {
    const edit = fc.record({
      at: fc.nat(2000),
      drop: fc.nat(6),
      put: fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('\n', '999999999', '(', '"', '*', '/', '-', ':', '; ', '\\')),
    })
    fc.assert(
      fc.property(regularText, fc.array(edit, { minLength: 1, maxLength: 4 }), (lines, edits) => {
        const source = `${lines.join('\n')}\n`
        const encoded = encode(source)
        if (encoded === undefined) return
        let digest = digestOf(source, encoded)
        for (const { at, drop, put } of edits)
          digest = digest.slice(0, at % digest.length) + put + digest.slice((at % digest.length) + drop)
        const decoded = decodeLossless(digest)
        expect(decoded === undefined || typeof decoded === 'string').toBe(true)
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (garbage) => void decodeLossless(`${head(3)}\n[diet] ${garbage}\n${garbage}`)),
    )
  })
})
