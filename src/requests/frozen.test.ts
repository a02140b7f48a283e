/** What stays as an earlier request sent it: DESIGN section 8. */
import { describe, expect, it } from 'vitest'
import {
  type AsyncRequestStore,
  createMemoryStore,
  type Diet,
  dietRequest,
  dietRequestAsync,
  dietRequestBytes,
  dietRequestBytesAsync,
  type RequestOptions,
  type Sent,
} from './index.ts'

/** Shows which query shaped a text. */
const shaped: Diet = ({ text, query }) => ({ text: `${text.slice(0, 6)} for ${query ?? 'nothing'}`, changed: true })

const A = 'alpha\n'.repeat(100)
const B = 'bravo\n'.repeat(100)
const C = 'charlie\n'.repeat(100)
const mark = { cache_control: { type: 'ephemeral' } }

interface Block {
  readonly type: string
  readonly content?: string
  readonly [key: string]: unknown
}

/** An agent's conversation: each list of results is one turn's. */
const anthropic = (turns: readonly (readonly string[])[], marked = -1, more: object = {}) => ({
  ...more,
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Go.' } as Block] },
    ...turns.flatMap((results, turn) => [
      {
        role: 'assistant',
        content: results.map(
          (_, i): Block => ({
            type: 'tool_use',
            id: `t${turn}.${i}`,
            name: 'Bash',
            input: { command: 'x' },
          }),
        ),
      },
      {
        role: 'user',
        content: results.map(
          (content, i): Block => ({
            type: 'tool_result',
            tool_use_id: `t${turn}.${i}`,
            content,
            ...(turn === marked && i === results.length - 1 ? mark : {}),
          }),
        ),
      },
    ]),
  ],
})

const chat = (turns: readonly (readonly string[])[], opening = 'Go.') => ({
  messages: [
    { role: 'user', content: opening },
    ...turns.flatMap((results, turn) => [
      {
        role: 'assistant',
        tool_calls: results.map((_, i) => ({ id: `t${turn}.${i}`, function: { name: 'bash', arguments: '{}' } })),
      },
      ...results.map((content, i) => ({ role: 'tool', tool_call_id: `t${turn}.${i}`, content })),
    ]),
  ],
})

const contents = (body: ReturnType<typeof anthropic>): string[] =>
  body.messages.flatMap((message) => message.content.flatMap((block) => (block.type === 'tool_result' ? block.content! : [])))
const outputs = (body: ReturnType<typeof chat>): string[] =>
  body.messages.flatMap((message) => (message.role === 'tool' && 'content' in message ? message.content : []))

const options = { diet: shaped, threshold: 20 }

describe("frozen: 'cache_control'", () => {
  it('leaves everything up to and including the last mark, and lets the query shape what is new behind it', () => {
    const { body, report } = dietRequest(anthropic([[A], [B], [C]], 1), { ...options, query: 'q' })
    expect(contents(body)).toEqual([A, B, 'charli for q'])
    expect(report).toMatchObject({ fates: { frozen: 2, reduced: 1 }, frozenMessages: 5 })
  })

  it('lets the query shape nothing that an earlier request can have had', () => {
    expect(contents(dietRequest(anthropic([[A], [B], [C]], 0), { ...options, query: 'q' }).body)).toEqual([
      A,
      'bravo\n for nothing',
      'charli for q',
    ])
  })

  it('takes marks on the system prompt and on tools for marks before all messages', () => {
    for (const more of [{ system: [{ type: 'text', text: 's', ...mark }] }, { tools: [{ name: 'Bash', ...mark }] }]) {
      const { body, report } = dietRequest(anthropic([[A], [B]], -1, more), { ...options, query: 'q' })
      expect(contents(body)).toEqual(['alpha\n for nothing', 'bravo\n for q'])
      expect(report.frozenMessages).toBe(0)
    }
  })

  it('leaves all of a body that is marked as a whole', () => {
    expect(dietRequest(anthropic([[A], [B]], -1, mark), options).report.fates).toEqual({ frozen: 2 })
  })

  it('ignores the query where no mark says what is cached', () => {
    expect(contents(dietRequest(anthropic([[A]]), { ...options, query: 'q' }).body)).toEqual(['alpha\n for nothing'])
    expect(outputs(dietRequest(chat([[A], [B]]), { ...options, query: 'q' }).body)).toEqual([
      'alpha\n for nothing',
      'bravo\n for nothing',
    ])
  })

  it('refers from the new part to a frozen result, never from the frozen part', () => {
    const { body, report } = dietRequest(anthropic([[A], [A], [A]], 1), options)
    expect(contents(body).slice(0, 2)).toEqual([A, A])
    expect(contents(body)[2]).toContain('Bash call t0.0 in message 3 above')
    expect(report.fates).toEqual({ frozen: 2, repeat: 1 })
  })

  it('does not replay a failed diet', () => {
    let broken = true
    const diet: Diet = (input) => {
      if (broken) throw new Error('disk full')
      return shaped(input)
    }
    const store = createMemoryStore()
    expect(dietRequest(chat([[A]]), { ...options, diet, store }).changed).toBe(false)
    broken = false
    expect(dietRequest(chat([[A]]), { ...options, diet, store }).changed).toBe(true)
  })

  it('works out each result once', () => {
    let calls = 0
    const diet: Diet = (input) => {
      calls++
      return shaped(input)
    }
    const first = dietRequest(chat([[A], [B]]), { ...options, diet })
    const second = dietRequest(chat([[A], [B]]), { ...options, diet })
    expect([calls, second.body]).toEqual([2, first.body])
    dietRequest(chat([[A]]), { ...options, diet, budget: 9 })
    expect(calls, 'another budget is another digest').toBe(3)
  })
})

describe('raw bodies with one store', () => {
  it('get the text of their own budget', () => {
    const diet: Diet = ({ text, budget }) => ({ text: text.slice(0, budget), changed: true })
    const request = { ...options, diet, store: createMemoryStore() }
    const json = JSON.stringify(chat([[A]]))
    const texts = [5, 9, 5].map((budget) => outputs(JSON.parse(dietRequestBytes(json, { ...request, budget }).body))[0])
    expect(texts).toEqual([A.slice(0, 5), A.slice(0, 9), A.slice(0, 5)])
  })
})

describe("frozen: 'conversation'", () => {
  const remember = (more: RequestOptions = {}): RequestOptions => ({
    ...options,
    frozen: 'conversation',
    store: createMemoryStore(),
    ...more,
  })

  it('sends again what the query shaped when it was new', () => {
    const request = remember()
    expect(contents(dietRequest(anthropic([[A]], 0), { ...request, query: 'one' }).body)).toEqual(['alpha\n for one'])
    expect(contents(dietRequest(anthropic([[A], [B]], 1), { ...request, query: 'two' }).body)).toEqual([
      'alpha\n for one',
      'bravo\n for two',
    ])
    const { body, report } = dietRequest(anthropic([[A], [B], [C]], 2), request)
    expect(contents(body)).toEqual(['alpha\n for one', 'bravo\n for two', 'charli for nothing'])
    expect(report).toMatchObject({ replayed: 2, fates: { reduced: 3 }, frozenMessages: 0 })
  })

  it('sends a request that is repeated with another query as it was sent before', () => {
    const request = remember()
    const first = dietRequest(chat([[A]]), { ...request, query: 'one' })
    expect(dietRequest(chat([[A]]), { ...request, query: 'two' }).body).toEqual(first.body)
  })

  it('finds a result by its content, wherever the client puts it', () => {
    const request = remember()
    dietRequest(chat([[A, B]]), { ...request, query: 'one' })
    expect(outputs(dietRequest(chat([[B], [A]]), { ...request, query: 'two' }).body)).toEqual([
      'bravo\n for one',
      'alpha\n for one',
    ])
    const spelledOtherwise = JSON.stringify(anthropic([[A]])).replaceAll('alpha', '\\u0061lpha')
    const { body } = dietRequestBytes(spelledOtherwise, { ...request, query: 'three' })
    expect(contents(JSON.parse(body) as ReturnType<typeof anthropic>)).toEqual(['alpha\n for one'])
  })

  const failing: Diet = () => {
    throw new Error('no')
  }

  it.each<[string, RequestOptions]>([
    ['a threshold that was higher', { threshold: 1e6 }],
    ['errors that were kept', { errors: 'keep' }],
    ['a diet that failed', { diet: failing }],
    ['a diet that found nothing', { diet: ({ text }) => ({ text, changed: false }) }],
  ])('keeps whole what was sent whole: %s', (_, before) => {
    const request = remember()
    const body = anthropic([[A]])
    Object.assign(body.messages[2]!.content[0]!, { is_error: true })
    expect(dietRequest(body, { ...request, ...before }).changed).toBe(false)
    const later = dietRequest(body, request)
    expect(later).toMatchObject({ changed: false, report: { fates: { whole: 1 }, replayed: 1 } })
  })

  it('keeps a repeat whole that was sent before references were switched on', () => {
    const request = remember()
    const before = dietRequest(chat([[A], [A]]), { ...request, repeats: false })
    expect(dietRequest(chat([[A], [A]]), request).body).toEqual(before.body)
  })

  it('keeps one conversation apart from another, by its first user message or by name', () => {
    const request = remember()
    dietRequest(chat([[A]]), { ...request, query: 'one' })
    const other = chat([[A]], 'Something else.')
    expect(outputs(dietRequest(other, { ...request, query: 'two' }).body)).toEqual(['alpha\n for two'])
    expect(outputs(dietRequest(chat([[A]]), { ...request, query: 'three', conversation: 'mine' }).body)).toEqual([
      'alpha\n for three',
    ])
    expect(outputs(dietRequest(other, { ...request, query: 'four', conversation: 'mine' }).body)).toEqual(['alpha\n for three'])
  })

  it('lets no query shape old results for which it has no memory, as after a restart', () => {
    expect(outputs(dietRequest(chat([[A], [B], [C]]), { ...remember(), query: 'q' }).body)).toEqual([
      'alpha\n for nothing',
      'bravo\n for nothing',
      'charli for q',
    ])
  })

  it('names the stash keys of all originals that the body refers to', () => {
    const request = remember({ diet: (input) => ({ ...shaped(input), key: `key of ${input.text.slice(0, 5)}` }) })
    dietRequest(chat([[A]]), request)
    expect(dietRequest(chat([[A], [B]]), request).report.keys).toEqual(['key of alpha', 'key of bravo'])
  })

  it('gives its store plain JSON under plain keys', () => {
    const kept = new Map<string, string>()
    const store = {
      get: (key: string): Sent | undefined => (kept.has(key) ? JSON.parse(kept.get(key)!) : undefined),
      set: (key: string, sent: Sent): Sent => {
        kept.set(key, JSON.stringify(sent))
        return sent
      },
    }
    const first = dietRequest(anthropic([[A, A], ['small']]), remember({ store, query: 'q' }))
    for (const key of kept.keys()) expect(key).toMatch(/^[\w./-]+$/)
    expect(kept.size).toBe(3)
    const again = dietRequest(anthropic([[A, A], ['small']]), remember({ store }))
    expect([again.body, again.report.replayed]).toEqual([first.body, 3])
  })
})

describe('the forms that wait', () => {
  const asyncStore = (): AsyncRequestStore => {
    const inner = createMemoryStore()
    return { get: async (key) => inner.get(key), set: async (key, sent) => inner.set(key, sent) }
  }

  it('give what the others give', async () => {
    const request = {
      ...options,
      diet: async (input: Parameters<Diet>[0]) => shaped(input),
      store: asyncStore(),
      frozen: 'conversation' as const,
    }
    const expected = dietRequest(chat([[A], [A, B]]), { ...options, frozen: 'conversation', store: createMemoryStore() })
    expect(await dietRequestAsync(chat([[A], [A, B]]), request)).toEqual(expected)
    const raw = await dietRequestBytesAsync(JSON.stringify(chat([[A], [A, B]])), request)
    expect(JSON.parse(raw.body)).toEqual(expected.body)
    expect(raw.report.replayed).toBe(3)
  })

  it('leave the body when the store fails, and the result when its diet does', async () => {
    const store: AsyncRequestStore = { get: () => Promise.reject(new Error('gone')), set: async (_, sent) => sent }
    const body = chat([[A]])
    expect(await dietRequestAsync(body, { ...options, store })).toMatchObject({
      changed: false,
      report: { reason: 'internal error: gone' },
    })
    const diet = () => Promise.reject(new Error('disk full'))
    expect((await dietRequestAsync(body, { ...options, diet })).report.problems).toEqual(['diet failed: disk full'])
    expect((await dietRequestBytesAsync('{', options)).report.reason).toBe('not JSON at char 1')
  })

  it('send the same bytes from two requests at once', async () => {
    const store = asyncStore()
    const request = { ...options, store, frozen: 'conversation' as const }
    const [one, two] = await Promise.all(['one', 'two'].map((query) => dietRequestAsync(chat([[A]]), { ...request, query })))
    expect(two!.body).toEqual(one!.body)
  })
})

describe('createMemoryStore', () => {
  const sent = (text: string | null): Sent => ({ text, before: 9, after: 1 })

  it('keeps what came first', () => {
    const store = createMemoryStore()
    expect(store.set('k', sent('a'))).toEqual(sent('a'))
    expect(store.set('k', sent('b'))).toEqual(sent('a'))
    expect(store.get('k')).toEqual(sent('a'))
  })

  it('forgets what was unused for longest, by number and by size', () => {
    const few = createMemoryStore({ maxEntries: 2 })
    for (const key of ['a', 'b']) few.set(key, sent(null))
    few.get('a')
    few.set('c', sent(null))
    expect(['a', 'b', 'c'].map((key) => few.get(key) !== undefined)).toEqual([true, false, true])
    const little = createMemoryStore({ maxChars: 25 })
    little.set('a', sent('x'.repeat(10)))
    little.set('b', sent('x'.repeat(10)))
    little.set('c', sent('x'.repeat(10)))
    expect(['a', 'b', 'c'].map((key) => little.get(key) !== undefined)).toEqual([false, true, true])
    expect(little.size).toBe(2)
  })
})
