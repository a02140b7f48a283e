import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facts } from './facts.ts'
import { type BodyForm, recallFor } from './recall.ts'
import { scanJson, type Tape } from './spans.ts'

const message = (char: string, size = 1500): string => `{"role":"user","content":["${char.repeat(size)}",1]}`

const bodyOf = (messages: readonly string[], head = '"model":"m",'): string =>
  `{${head}"messages":[${messages.join(', ')}],"n":1}`

const factsOf = (key: string): Facts => ({ key, spelling: key, hash: String })

/** The values of a text as JSON says them, without memory. */
const scanOf = (text: string): Tape => {
  const scan = scanJson(text)
  if ('reason' in scan) throw new Error(scan.reason)
  return scan.tape
}

/** Scans as a request does; what is told of each message is its own spelling. */
const scan = (owner: object, text: string, form: BodyForm = 'text'): { readonly known: readonly string[] } => {
  const recall = recallFor(owner, form, text)
  const found = scanJson(text, 0, recall)
  if ('reason' in found) throw new Error(found.reason)
  const { tape } = found
  expect(tape).toEqual(scanOf(text))
  const objects = [...tape.start.keys()].filter((n) => text[tape.start[n]!] === '{' && n > 0)
  const spelled = (n: number): string => text.slice(tape.start[n], tape.end[n])
  recall.keep(tape, new Map(objects.map((n) => [n, factsOf(spelled(n))])))
  const known = objects.flatMap((n) => {
    const facts = recall.facts(n)
    if (facts !== undefined) expect(facts.key).toBe(spelled(n))
    return facts === undefined ? [] : [spelled(n)[27]!]
  })
  return { known }
}

const abcd = ['a', 'b', 'c', 'd'].map((char) => message(char))

describe('recallFor', () => {
  it('knows the messages of the body before, up to what is new', () => {
    const owner = {}
    expect(scan(owner, bodyOf(abcd.slice(0, 3))).known).toEqual([])
    expect(scan(owner, bodyOf(abcd)).known).toEqual(['a', 'b', 'c'])
    expect(scan(owner, bodyOf(abcd)).known).toEqual(['a', 'b', 'c', 'd'])
  })

  it('knows them again behind a message that changed, and behind a head that changed', () => {
    const owner = {}
    scan(owner, bodyOf(abcd))
    const edited = abcd.map((one, i) => (i === 1 ? message('x') : one))
    expect(scan(owner, bodyOf(edited, '"time":[1,2,3],')).known).toEqual(['a', 'c', 'd'])
  })

  it('knows what is left of a history that was cut short, and both branches of one', () => {
    const owner = {}
    const long = Array.from({ length: 20 }, (_, i) => message(String.fromCharCode(97 + i)))
    const branch = [...long.slice(0, 5), ...long.slice(5).map((_, i) => message(String(i % 10)))]
    scan(owner, bodyOf(long))
    scan(owner, bodyOf(long.slice(0, 5)))
    expect(scan(owner, bodyOf(branch)).known.join('')).toBe('abcde')
    expect(scan(owner, bodyOf(long)).known.join('')).toBe('abcdefghijklmnopqrst')
    expect(scan(owner, bodyOf(branch)).known).toHaveLength(20)
  })

  it('is not led astray by what only begins like a known message', () => {
    const owner = {}
    scan(owner, bodyOf([message('a', 3000), message('b', 3000)]))
    const longer = `{"role":"user","content":["${'a'.repeat(3000)}",1],"more":[{}]}`
    expect(scan(owner, bodyOf([longer, message('b', 3000)])).known).toEqual(['b'])
    expect(scanJson('[{"a":1}x]', 0, recallFor(owner, 'text', '[{"a":1}x]'))).toEqual({ reason: 'not JSON at char 8' })
  })

  it('keeps several conversations of one owner, none of another owner, none of another form', () => {
    const owner = {}
    const other = ['e', 'f'].map((char) => message(char, 3000))
    scan(owner, bodyOf(abcd))
    scan(owner, bodyOf(other))
    expect(scan(owner, bodyOf(abcd)).known).toHaveLength(4)
    expect(scan(owner, bodyOf(other)).known).toHaveLength(2)
    expect(scan({}, bodyOf(abcd)).known).toHaveLength(0)
    expect(scan(owner, bodyOf(abcd), 'bytes').known).toHaveLength(0)
  })

  it('finds the messages of a body in an envelope, and those of an array that is the body', () => {
    const owner = {}
    const envelope = (messages: readonly string[]): string => `{"request":${bodyOf(messages)}}`
    scan(owner, envelope(abcd.slice(0, 3)))
    expect(scan(owner, envelope(abcd)).known).toEqual(['a', 'b', 'c'])
    scan(owner, `[${abcd.slice(0, 3).join(',')}]`)
    expect(scan(owner, `[${abcd.join(',')}]`).known).toEqual(['a', 'b', 'c'])
  })

  it('gives every text the tape that a scan without memory gives', () => {
    const item = fc.oneof(
      fc.constantFrom(...abcd, message('a', 1501), '{}', '[{}]', '1', '"x"', 'null'),
      fc.constantFrom(...abcd).map((one) => one.replace('"user"', '"user" ')),
    )
    const text = fc
      .tuple(fc.array(item, { maxLength: 9 }), fc.constantFrom('', '"m":1,', '"tools":[{"a":[{}]},{}],'))
      .map(([messages, head]) => bodyOf(messages, head))
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (texts) => {
        const owner = {}
        for (const one of texts) scan(owner, one)
      }),
      { numRuns: 300 },
    )
  })
})
