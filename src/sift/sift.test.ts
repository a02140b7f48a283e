import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeDigest } from '../kinds/registry.ts'
import * as top from './index.ts'
import { createSift, type Sift } from './index.ts'

const MARKER = /<<stash:([0-9a-f]{24})>>/g

let dir = ''
let sift: Sift
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sift-'))
  sift = createSift({ stashDir: join(dir, 'stash') })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const estimate = (text: string): number => Math.ceil((Buffer.byteLength(text) / 4) * 1.2)

const records = JSON.stringify(Array.from({ length: 60 }, (_, i) => ({ id: i, name: `item-${i}`, ok: i % 7 === 0 })))

const hits = Array.from({ length: 12 }, (_, f) =>
  Array.from(
    { length: 12 },
    (_, i) => `src/part_${String(f).padStart(2, '0')}.rs:${i * 31 + f}:    let v = resolve(${'abcdefghijkl'[i]}${f * i});`,
  ).join('\n'),
).join('\n')

/** Sentences that share no shape, so that nothing but leaving some out makes them fewer. */
const prose = Array.from({ length: 40 }, (_, i) => {
  const words = ['river', 'ledger', 'harbour', 'signal', 'copper', 'meadow', 'engine', 'lantern', 'archive', 'valley']
  return `The ${words[i % 10]} ${words[(i * 3 + 1) % 10]} ${'was sold was moved was mended'.split(' was ')[i % 3]} near the ${words[(i * 7 + 2) % 10]} in ${1800 + i * 3}, as ${words[(i * 5) % 10]} keepers ${'recall deny repeat doubt'.split(' ')[i % 4]}.`
}).join('\n\n')

/** A log of which no two lines have a shape in common. */
const log = [
  'build 7 started, api_key=Zq8xT1vLpK3wRnY6uHd9',
  ...Array.from({ length: 200 }, (_, i) => {
    const words = ['copied', 'moved', 'linked', 'packed', 'read', 'sent', 'held', 'kept', 'signed', 'sorted', 'joined']
    const count = 3 + ((i * 7) % 5)
    return `${'abcdefgh'[i % 8]}${i}: ${Array.from({ length: count }, (_, k) => words[(i * (k + 3) + k * k) % 11]).join(' ')}`
  }),
  'error: disk quota exceeded',
].join('\n')

const lossyTexts = { hits, prose, log }

describe('siftText', () => {
  it('leaves texts below 512 bytes, and says so in every field', () => {
    for (const text of ['', 'hello world', 'x\n'.repeat(255), 'é'.repeat(255)]) {
      expect(sift.siftText(text)).toEqual({ text, changed: false, lossy: false, stashKey: null, tokensSaved: 0 })
    }
  })

  it('publishes what rebuilds the text without a marker and without the stash', () => {
    const result = sift.siftText(records)
    expect(result).toMatchObject({ changed: true, lossy: false, stashKey: null })
    expect(result.text.match(MARKER)).toBeNull()
    expect(decodeDigest(result.text)).toBe(records)
    expect(result.tokensSaved).toBe(estimate(records) - estimate(result.text))
  })

  for (const [name, text] of Object.entries(lossyTexts)) {
    it(`${name}: one marker at the very end, counted, and the original comes back`, () => {
      const result = sift.siftText(text)
      expect(result).toMatchObject({ changed: true, lossy: true })
      expect([...result.text.matchAll(MARKER)].map(([, key]) => key)).toEqual([result.stashKey])
      expect(
        result.text.endsWith(
          `\n[diet] ${/\d+ lines? omitted/.exec(result.text)![0]}; complete output, unmodified: <<stash:${result.stashKey}>>`,
        ),
      ).toBe(true)
      expect(result.tokensSaved).toBe(estimate(text) - estimate(result.text))
      expect(sift.retrieve(result.stashKey!)).toBe(text)
      expect(sift.retrieve(`<<stash:${result.stashKey}>>`)).toBe(text)
      expect(sift.retrieve(result.stashKey!.toUpperCase())).toBe(text)
    })
  }

  it('changes nothing when an output comes in again', () => {
    for (const text of [records, ...Object.values(lossyTexts)]) {
      const { text: once } = sift.siftText(text)
      expect(sift.siftText(once).text).toBe(once)
    }
  })

  it('shows credentials whole, also when little else is shown', () => {
    expect(sift.siftText(log).text).toContain('api_key=Zq8xT1vLpK3wRnY6uHd9')
  })

  it('leaves a text whole, and the stash empty, when a credential would not be seen', () => {
    const line = Array.from({ length: 900 }, (_, i) => `w${(i * 7919) % 9973}`).join(' ')
    const text = `${line} password=k4tze-6Q ${line}\n`
    expect(sift.siftText(text)).toMatchObject({ text, changed: false, stashKey: null })
    expect(existsSync(join(dir, 'stash', '.gitignore'))).toBe(false)
  })

  it('shows the lines that the query names', () => {
    expect(sift.siftText(prose, 'lantern 1881').text).toContain('1881')
  })

  it('leaves the text when the original cannot be saved', () => {
    const broken = createSift({ stashDir: join(dir, 'broken') })
    rmSync(join(dir, 'broken'), { recursive: true })
    writeFileSync(join(dir, 'broken'), 'no directory')
    expect(broken.siftText(hits)).toMatchObject({ text: hits, changed: false, tokensSaved: 0 })
    expect(broken.siftText(records).changed).toBe(true)
  })

  it('never throws, never grows, and gives everything back', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        'error: x',
        '{"a":1}',
        'src/a.ts:1: x',
        '<<stash:0123456789abcdef01234567>>',
        '[diet] 3 -> 2 lines, 9 -> 4 tokens.',
      ),
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 20, maxLength: 80 }), (lines) => {
        const text = lines.join('\n')
        const result = sift.siftText(text)
        if (!result.changed) return result.text === text
        if (result.tokensSaved <= 0) return false
        return (result.lossy ? sift.retrieve(result.stashKey!) : decodeDigest(result.text)) === text
      }),
      { numRuns: 60 },
    )
  })
})

const anthropic = (results: readonly object[]) => ({
  model: 'm',
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }] },
    ...results.map((result, i) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${i}`, ...result }] })),
  ],
})

describe('siftRequest', () => {
  it('counts what it did, and copies', () => {
    const body = anthropic([{ content: hits }, { content: records }, { content: 'small' }, { content: prose, is_error: true }])
    const before = structuredClone(body)
    const result = sift.siftRequest(body, 'resolve')
    expect(body).toEqual(before)
    expect(result).toMatchObject({
      changed: true,
      blocksExamined: 2,
      blocksCompressed: 2,
      blocksReverted: 0,
      frozenMessages: 1,
      stashStored: 1,
    })
    const [, first, second, third, fourth] = result.body.messages as unknown as { content: { content: string }[] }[]
    expect(JSON.stringify(result.body.messages[0])).toBe(JSON.stringify(before.messages[0]))
    expect([third, fourth]).toEqual(before.messages.slice(3))
    const [shown, table] = [first!.content[0]!.content, second!.content[0]!.content]
    expect(sift.retrieve(shown.slice(-34))).toBe(hits)
    expect(decodeDigest(table)).toBe(records)
    expect(result.tokensSaved).toBe(estimate(hits) - estimate(shown) + estimate(records) - estimate(table))
  })

  it('returns an equal copy of a body without anything to do', () => {
    const body = { prompt: 'x', nested: { list: [1] } }
    const result = sift.siftRequest(body)
    expect(result).toEqual({
      body,
      changed: false,
      blocksExamined: 0,
      blocksCompressed: 0,
      blocksReverted: 0,
      frozenMessages: 0,
      stashStored: 0,
      tokensSaved: 0,
    })
    result.body.nested.list.push(2)
    expect(body.nested.list).toEqual([1])
  })

  it('leaves a block whose original cannot be saved, and counts it', () => {
    rmSync(join(dir, 'stash'), { recursive: true })
    writeFileSync(join(dir, 'stash'), 'no directory')
    const body = anthropic([{ content: hits }])
    const result = sift.siftRequest(body)
    expect(result).toMatchObject({ body, changed: false, blocksExamined: 1, blocksReverted: 1, stashStored: 0, tokensSaved: 0 })
  })

  it('leaves system, user and assistant text, calls and images', () => {
    const big = `${records} ${records}`
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) } }
    const body = {
      system: big,
      messages: [
        { role: 'user', content: big },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: { big } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [image, { type: 'text', text: 'ok' }] }] },
        { role: 'assistant', content: big },
      ],
    }
    expect(sift.siftRequest(body)).toMatchObject({ body, changed: false, blocksExamined: 0 })
  })

  it('knows chat completions: string and parts, ids and lengths as they were', () => {
    const part = { type: 'text', text: hits }
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const body = {
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: records } }],
        },
        { role: 'tool', tool_call_id: 'a', content: records },
        { role: 'tool', tool_call_id: 'b', content: [part, image, { type: 'text', text: 'small' }] },
      ],
    }
    const result = sift.siftRequest(body)
    expect(result).toMatchObject({ frozenMessages: 0, blocksExamined: 2, blocksCompressed: 2 })
    const [user, assistant, first, second] = result.body.messages as unknown as {
      content: { text: string }[] & string
      tool_call_id: string
    }[]
    expect([user, assistant]).toEqual(body.messages.slice(0, 2))
    expect([first!.tool_call_id, second!.tool_call_id]).toEqual(['a', 'b'])
    expect(decodeDigest(first!.content)).toBe(records)
    expect(second!.content.slice(1)).toEqual([image, { type: 'text', text: 'small' }])
    expect(sift.retrieve(second!.content[0]!.text.slice(-34))).toBe(hits)
  })

  it('knows responses: outputs change, arguments and a string input do not', () => {
    const body = {
      input: [
        { type: 'function_call', call_id: 'a', name: 'f', arguments: records },
        { type: 'function_call_output', call_id: 'a', output: records },
        { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: hits }] },
      ],
    }
    const result = sift.siftRequest(body)
    expect(result).toMatchObject({ frozenMessages: 0, blocksCompressed: 2, stashStored: 1 })
    expect(result.body.input[0]).toEqual(body.input[0])
    expect(sift.siftRequest({ input: records })).toMatchObject({ body: { input: records }, changed: false })
  })
})

describe('retrieve', () => {
  it('gives null for what is no key, and never leaves the directory', () => {
    writeFileSync(join(dir, 'outside'), 'secret')
    for (const key of [
      '../outside',
      'abc',
      join(dir, 'outside'),
      'g'.repeat(24),
      '',
      '<<stash:not-a-valid-key>>',
      '0'.repeat(24),
    ]) {
      expect(sift.retrieve(key)).toBeNull()
      expect(sift.explainMissing(key)).toMatch(/^.{10,300}\.$/)
    }
  })

  it('gives slices of lines, with their line ends', () => {
    const text = `${Array.from({ length: 45 }, (_, i) => `${i + 1} ${prose.split('\n\n')[i % 40]}`).join('\n')}\n`
    const { stashKey } = sift.siftText(text)
    const lines = text.split('\n')
    const slice = sift.retrieveLines(stashKey!, 7, 14)!
    expect(slice).toEqual({
      text: `${lines.slice(6, 20).join('\n')}\n`,
      startLine: 7,
      lineCount: 14,
      totalLines: 45,
      hasMore: true,
    })
    expect(sift.retrieveLines(stashKey!, 40, 1000)).toMatchObject({ lineCount: 6, hasMore: false })
    expect(sift.retrieveLines(stashKey!, 46, 1)).toBeNull()
    expect(sift.retrieveLines('0'.repeat(24), 1, 1)).toBeNull()
  })

  it('keeps carriage returns, and counts characters of any script', () => {
    const filler = prose.replaceAll('\n\n', '\r\n')
    const text = `一\r\n二\n三\n${filler}`
    const { stashKey } = sift.siftText(text)
    expect(sift.retrieveLines(stashKey!, 1, 2)!.text).toBe('一\r\n二\n')
  })

  it('names the argument that is wrong', () => {
    const key = '0'.repeat(24)
    expect(() => sift.retrieveLines(key, 0, 1)).toThrow(/startLine/)
    expect(() => sift.retrieveLines(key, 1, 0)).toThrow(/lineCount/)
    expect(() => sift.retrieveLines(key, 1, 1001)).toThrow(/lineCount/)
  })
})

describe('createSift', () => {
  it('throws a TypeError for a directory that is not named', () => {
    for (const options of [{ stashDir: '' }, { stashDir: ' \t' }, {}, undefined, { stashDir: 7 }]) {
      expect(() => createSift(options as never)).toThrow(TypeError)
    }
  })

  it('throws for a directory that cannot be made', () => {
    writeFileSync(join(dir, 'file'), '')
    expect(() => createSift({ stashDir: join(dir, 'file', 'below') })).toThrow(/saved|directory/)
  })

  it('resolves a relative directory when it is called, and its methods need no object', () => {
    const before = process.cwd()
    process.chdir(dir)
    try {
      const { siftText, retrieve } = createSift({ stashDir: 'own' })
      process.chdir(tmpdir())
      const { stashKey } = siftText(hits)
      expect(existsSync(join(dir, 'own', `${stashKey}.txt`))).toBe(true)
      expect(retrieve(stashKey!)).toBe(hits)
      expect(sift.retrieve(stashKey!)).toBeNull()
    } finally {
      process.chdir(before)
    }
  })
})

describe('the functions of the module', () => {
  const before = process.env.SIFT_STASH_DIR
  afterEach(() => {
    if (before === undefined) delete process.env.SIFT_STASH_DIR
    else process.env.SIFT_STASH_DIR = before
  })

  it('use the directory that the environment names', () => {
    process.env.SIFT_STASH_DIR = join(dir, 'named')
    const { stashKey } = top.siftText(hits)
    expect(existsSync(join(dir, 'named', `${stashKey}.txt`))).toBe(true)
    expect(top.retrieve(stashKey!)).toBe(hits)
    expect(top.retrieveLines(stashKey!, 1, 1)!.text).toBe(`${hits.split('\n')[0]}\n`)
    expect(sift.retrieve(stashKey!)).toBeNull()
  })

  it('leave texts alone where that directory cannot be made', () => {
    process.env.SIFT_STASH_DIR = '/dev/null/stash'
    expect(top.siftText(hits)).toMatchObject({ text: hits, changed: false })
    expect(top.retrieve('0'.repeat(24))).toBeNull()
    expect(top.siftRequest(anthropic([{ content: hits }]))).toMatchObject({ changed: false, blocksReverted: 1 })
  })

  it('tell the formats of requests', () => {
    const user = { role: 'user', content: 'x' }
    const detect = top.detectRequestFormat
    expect(detect({ input: 'x' })).toBe('responses')
    expect(detect({ messages: [user, { role: 'tool', content: 'x' }] })).toBe('chat_completions')
    expect(detect({ messages: [user, { role: 'assistant', tool_calls: [] }] })).toBe('chat_completions')
    expect(detect(anthropic([{ content: 'x' }]))).toBe('anthropic')
    expect(detect({ system: 's', messages: [user] })).toBe('anthropic')
    expect(detect({ messages: [user] })).toBe('anthropic')
    expect(detect({})).toBe('unknown')
    expect(detect({ prompt: 'x' })).toBe('unknown')
  })
})
