import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recallFor } from './recall.ts'
import { scanJson } from './spans.ts'

const long = (char: string, more = ''): string => `${char.repeat(1500)}${more}`

/** Scans as a request does, and returns the spans and how many strings were known. */
const scan = (
  owner: object,
  strings: readonly string[],
  keep = strings,
): { readonly spans: readonly string[]; readonly known: number } => {
  const text = `[${strings.map((string) => `"${string}"`).join(', ')}]`
  const recall = recallFor(owner, text)
  const found = scanJson(text, 0, recall)
  if ('reason' in found) throw new Error(found.reason)
  recall.keep(keep)
  const spans = [...found.tape.start].map((start, i) => text.slice(start + 1, found.tape.end[i]! - 1)).slice(1)
  return { spans, known: [...found.tape.start].filter((start) => recall.known(start + 1) !== undefined).length }
}

describe('recallFor', () => {
  it('knows the long strings of the body before, up to what is new', () => {
    const owner = {}
    expect(scan(owner, [long('a'), 'short', long('b')]).known).toBe(0)
    const strings = [long('a'), 'short', long('b'), long('c')]
    expect(scan(owner, strings)).toEqual({ spans: strings, known: 2 })
    expect(scan(owner, strings).known).toBe(3)
  })

  it('is not led astray by what only begins like a known string', () => {
    const owner = {}
    scan(owner, [long('a', 'x'), long('b')])
    const strings = [long('a', 'y'), long('a', '\\"'), long('a', 'x\\\\'), long('a', 'x'), long('b')]
    expect(scan(owner, strings)).toEqual({ spans: strings, known: 2 })
  })

  it('finds its way again after a string is gone', () => {
    const owner = {}
    const all = ['a', 'b', 'c', 'd', 'e'].map((char) => long(char))
    scan(owner, all)
    const fewer = all.filter((_, i) => i !== 1)
    expect(scan(owner, fewer)).toEqual({ spans: fewer, known: 3 })
  })

  it('keeps several conversations of one owner, and none of another', () => {
    const owner = {}
    scan(owner, [long('a')])
    scan(owner, [long('b')])
    expect([scan(owner, [long('a')]).known, scan(owner, [long('b')]).known, scan({}, [long('a')]).known]).toEqual([1, 1, 0])
  })

  it('changes no span of any text', () => {
    const piece = fc.constantFrom(long('a'), long('b'), long('a', '\\\\'), long('a', '\\"'), long('b', '\\n'), 'x', '')
    const strings = fc.array(
      fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.array(strings, { minLength: 2, maxLength: 5 }), (bodies) => {
        const owner = {}
        for (const body of bodies) expect(scan(owner, body).spans).toEqual(body)
      }),
      { numRuns: 300 },
    )
  })
})
