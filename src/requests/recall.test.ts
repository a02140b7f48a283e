import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageReading } from './formats/reading.ts'
import type { Call } from './formats/types.ts'
import { type BodyForm, type BodyRecall, recallFor } from './recall.ts'
import { scanJson, type Tape } from './spans.ts'

const message = (char: string, size = 1500): string => `{"role":"user","content":["${char.repeat(size)}",1]}`

const bodyOf = (messages: readonly string[], head = '"model":"m",'): string =>
  `{${head}"messages":[${messages.join(', ')}],"n":1}`

const CALL: Call = { tool: undefined, command: () => undefined }

const lettersOf = (text: string): string => [...text.matchAll(/\["(.)/g)].map(([, letter]) => letter).join('')

/** The values of a text as JSON says them, without memory. */
const scanOf = (text: string): Tape => {
  const scan = scanJson(text)
  if ('reason' in scan) throw new Error(scan.reason)
  return scan.tape
}

/** Scans as a request does. What is told of a message is its letter; a run of known messages must stand where it says. */
const scan = (owner: object, text: string, form: BodyForm = 'text'): { readonly known: string; readonly told: string } => {
  const recall = recallFor(owner, form, text)
  let known = ''
  const run: BodyRecall['run'] = (at, array, value) => {
    const found = recall.run(at, array, value)
    if (found !== undefined) known += lettersOf(text.slice(at, at + found.end - found.tape.start[found.first]!))
    return found
  }
  const scanned = scanJson(text, 0, { run })
  if ('reason' in scanned) throw new Error(scanned.reason)
  const { tape } = scanned
  expect(tape).toEqual(scanOf(text))
  const array = [...tape.start.keys()].find((n) => text.startsWith('[{"role"', tape.start[n]))!
  const told = recall.messages(array, 'anthropic')
  const messages = [...lettersOf(text)].map((key): MessageReading => [{ kind: 'call', key, call: CALL }])
  recall.keep(tape, { array, format: 'anthropic', messages })
  return { known, told: lettersOf(JSON.stringify(told).replaceAll('"key":"', '["')) }
}

const abcd = ['a', 'b', 'c', 'd'].map((char) => message(char))

describe('recallFor', () => {
  it('knows the messages of the body before and what they say, up to what is new', () => {
    const owner = {}
    expect(scan(owner, bodyOf(abcd.slice(0, 3)))).toEqual({ known: '', told: '' })
    expect(scan(owner, bodyOf(abcd))).toEqual({ known: 'abc', told: 'abc' })
    expect(scan(owner, bodyOf(abcd))).toEqual({ known: 'abcd', told: 'abcd' })
  })

  it('knows messages again behind one that changed; what they say depends on the messages before', () => {
    const owner = {}
    scan(owner, bodyOf(abcd))
    const edited = abcd.map((one, i) => (i === 1 ? message('x') : one))
    expect(scan(owner, bodyOf(edited))).toEqual({ known: 'acd', told: 'a' })
    expect(scan(owner, bodyOf(edited))).toEqual({ known: 'axcd', told: 'axcd' })
  })

  it('knows messages behind a head that changed, but no value number of what they say', () => {
    const owner = {}
    scan(owner, bodyOf(abcd))
    expect(scan(owner, bodyOf(abcd, '"time":12345,"model":"m",'))).toEqual({ known: 'abcd', told: '' })
    expect(scan(owner, bodyOf(abcd, '"time":67,"model":"m",'))).toEqual({ known: 'abcd', told: 'abcd' })
  })

  it('tells what messages say to the same format only', () => {
    const owner = {}
    scan(owner, bodyOf(abcd))
    const recall = recallFor(owner, 'text', bodyOf(abcd))
    scanJson(bodyOf(abcd), 0, recall)
    const array = 4
    expect(recall.messages(array, 'chat_completions')).toHaveLength(0)
    expect(recall.messages(array, 'anthropic')).toHaveLength(4)
  })

  it('knows what is left of a history that was cut short, and both branches of one', () => {
    const owner = {}
    const letters = 'abcdefghijklmnopqrst'
    const long = [...letters].map((char) => message(char))
    const branch = [...long.slice(0, 5), ...long.slice(5).map((_, i) => message(String(i % 10)))]
    scan(owner, bodyOf(long))
    scan(owner, bodyOf(long.slice(0, 5)))
    expect(scan(owner, bodyOf(branch)).told).toBe('abcde')
    expect(scan(owner, bodyOf(long)).told).toBe(letters)
    expect(scan(owner, bodyOf(branch)).told).toBe('abcde012345678901234')
  })

  it('is not led astray by what only begins like a known message', () => {
    const owner = {}
    scan(owner, bodyOf([message('a', 3000), message('b', 3000)]))
    const longer = message('a', 3000).replace(/\}$/, ',"more":[{}]}')
    expect(scan(owner, bodyOf([longer, message('b', 3000)])).known).toBe('b')
    const torn = bodyOf([`${message('a', 3000)}x`])
    expect(scanJson(torn, 0, recallFor(owner, 'text', torn))).toEqual({ reason: `not JSON at char ${torn.indexOf('x')}` })
  })

  it('keeps several conversations of one owner, none of another owner, none of another form', () => {
    const owner = {}
    const other = bodyOf(['e', 'f'].map((char) => message(char, 3000)))
    scan(owner, bodyOf(abcd))
    scan(owner, other)
    expect([scan(owner, bodyOf(abcd)).told, scan(owner, other).told]).toEqual(['abcd', 'ef'])
    expect([scan({}, bodyOf(abcd)).known, scan(owner, bodyOf(abcd), 'bytes').known]).toEqual(['', ''])
  })

  it('finds the messages of a body in an envelope, and those of an array that is the body', () => {
    const owner = {}
    const envelope = (messages: readonly string[]): string => `{"request":${bodyOf(messages)}}`
    scan(owner, envelope(abcd.slice(0, 3)))
    expect(scan(owner, envelope(abcd)).told).toBe('abc')
    scan(owner, `[${abcd.slice(0, 3).join(',')}]`)
    expect(scan(owner, `[${abcd.join(',')}]`).known).toBe('abc')
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
