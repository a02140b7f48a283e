/** A conversation that grows turn by turn, as a provider's prompt cache sees it. */
import { describe, expect, it } from 'vitest'
import {
  CACHE_MARK,
  type ConversationOptions,
  createConversation,
  splitResults,
  TAIL,
  withoutMarks,
} from '../../test/support/conversation.ts'
import { chars4 } from '../source/tokens.ts'
import { createMemoryStore, type Diet, dietRequestBytes, type FormatName, type RequestOptions } from './index.ts'

const FORMATS: readonly FormatName[] = ['anthropic', 'chat_completions', 'responses', 'gemini']
/** Smaller results than agents have, and a threshold to match, so that many turns stay quick. */
const SIZE = { turns: 60, chars: 240_000 }
const THRESHOLD = 400

/** Stands in for the engine: the ends of the text, and the lines that the query names. */
const cut: Diet = ({ text, query }) => {
  const named = query === undefined ? [] : text.split('\n').filter((line) => line.includes(query))
  return { text: [text.slice(0, 150), ...named.slice(0, 2), text.slice(-150)].join('\n'), changed: true }
}

const tokensOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + chars4(text), 0)

interface Turn {
  readonly received: string
  readonly sent: string
}

const send = (received: string, request: RequestOptions): Turn => {
  const { body, report } = dietRequestBytes(received, { diet: cut, threshold: THRESHOLD, ...request })
  expect(report.reason ?? '').not.toMatch(/error|not JSON|known/)
  return { received, sent: body }
}

/** Sends every turn, each with a query of its own. */
const run = (options: ConversationOptions, request: RequestOptions): readonly Turn[] => {
  const conversation = createConversation(options)
  return Array.from({ length: options.turns }, (_, i) => send(conversation.body(i + 1), { query: `${i % 10}`, ...request }))
}

const untilTail = (body: string): string => {
  expect(body.endsWith(TAIL)).toBe(true)
  return withoutMarks(body).slice(0, -TAIL.length)
}

/** Compared here and not by a matcher, which would print the bodies. */
const continues = (sent: string, before: string): boolean => withoutMarks(sent).startsWith(untilTail(before))

const expectStablePrefix = (turns: readonly Turn[]): void => {
  const broken = turns.slice(1).findIndex(({ sent }, i) => !continues(sent, turns[i]!.sent))
  expect(broken, 'index of the first turn that does not begin with the bytes of the turn before').toBe(-1)
}

const expectOnlyResultsChange = (format: FormatName, turns: readonly Turn[]): void => {
  for (const { sent, received } of turns.filter((_, i) => i % 10 === 9)) {
    expect(splitResults(format, sent).rest).toEqual(splitResults(format, received).rest)
  }
}

const saved = (format: FormatName, { sent, received }: Turn): number =>
  1 - tokensOf(splitResults(format, sent).results) / tokensOf(splitResults(format, received).results)

describe.each(FORMATS)('a growing conversation of format %s', (format) => {
  it('G1, G2: keeps its bytes from turn to turn by what it remembers, whatever the query', () => {
    const turns = run({ format, ...SIZE }, { frozen: 'conversation', store: createMemoryStore() })
    expectStablePrefix(turns)
    expectOnlyResultsChange(format, turns)
    expect(saved(format, turns.at(-1)!)).toBeGreaterThan(0.6)
    const unasked = run({ format, ...SIZE }, { frozen: 'conversation', store: createMemoryStore(), query: '' })
    expect(unasked.at(-1)!.sent === turns.at(-1)!.sent, 'the queries shaped nothing').toBe(false)
  })

  it('G1, G2: keeps its bytes without memory, and nothing but the body decides them', () => {
    const turns = run({ format, ...SIZE }, {})
    expectStablePrefix(turns)
    expectOnlyResultsChange(format, turns)
    expect(saved(format, turns.at(-1)!)).toBeGreaterThan(0.6)
    for (const { received, sent } of [turns[19]!, turns[59]!]) {
      expect(send(received, { diet: (input) => cut(input), query: 'other' }).sent === sent).toBe(true)
    }
  })

  it('gives the same from bytes as from text', () => {
    const body = createConversation({ format, ...SIZE }).body(60)
    const text = dietRequestBytes(body, { diet: cut, threshold: THRESHOLD })
    const bytes = dietRequestBytes(new TextEncoder().encode(body), { diet: cut, threshold: THRESHOLD })
    expect(new TextDecoder().decode(bytes.body) === text.body).toBe(true)
    expect(bytes.report).toEqual(text.report)
  })
})

describe.each(FORMATS)('with the engine, in format %s', (format) => {
  it('keeps its bytes, changes nothing but results, and saves at least 60 %', () => {
    const size = { format, turns: 16, chars: 200_000 }
    const { body } = createConversation(size)
    const remembered: RequestOptions = { frozen: 'conversation', store: createMemoryStore(), query: 'parser' }
    for (const request of [remembered, {}]) {
      const turns = Array.from({ length: size.turns }, (_, i) => {
        const sent = dietRequestBytes(body(i + 1), request)
        expect(sent.report.problems).toEqual([])
        return { received: body(i + 1), sent: sent.body }
      })
      expectStablePrefix(turns)
      expectOnlyResultsChange(format, turns)
      expect(saved(format, turns.at(-1)!)).toBeGreaterThan(0.6)
    }
  })
})

describe('a client that marks its newest message for the cache', () => {
  const options = { format: 'anthropic', marks: 'newest', ...SIZE } as const

  it('still gets every result reduced once and replayed', () => {
    const turns = run(options, { frozen: 'conversation', store: createMemoryStore() })
    expect(turns.every(({ received }) => received.includes(CACHE_MARK))).toBe(true)
    expectStablePrefix(turns)
    expectOnlyResultsChange('anthropic', turns)
    expect(saved('anthropic', turns.at(-1)!)).toBeGreaterThan(0.6)
  })

  it('gets its body back as it is when marks decide', () => {
    expect(run(options, {}).every(({ sent, received }) => sent === received)).toBe(true)
  })

  it('gets the same bytes from a process that started in mid-conversation, but for what a query had shaped', () => {
    const { body } = createConversation(options)
    const request = { frozen: 'conversation', store: createMemoryStore() } as const
    for (let turn = 1; turn < 30; turn++) send(body(turn), request)
    const before = send(body(30), request).sent
    expect(send(body(30), { ...request, store: createMemoryStore() }).sent === before).toBe(true)
    // A query after the restart may shape the newest result only: the others were in earlier requests.
    const asked = send(body(31), { ...request, store: createMemoryStore(), query: '7' }).sent
    expect(continues(asked, before)).toBe(true)
    expect(asked === send(body(31), { ...request, store: createMemoryStore() }).sent).toBe(false)
  })
})

describe('a client that marks its system prompt only', () => {
  it('gets every result reduced, the bytes up to the mark untouched', () => {
    const turns = run({ format: 'anthropic', marks: 'system', ...SIZE }, {})
    for (const { sent, received } of turns) {
      const upToMark = received.indexOf(CACHE_MARK) + CACHE_MARK.length
      expect(sent.slice(0, upToMark)).toBe(received.slice(0, upToMark))
    }
    expect(saved('anthropic', turns.at(-1)!)).toBeGreaterThan(0.6)
  })
})
