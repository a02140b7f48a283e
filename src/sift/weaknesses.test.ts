/** Faults that programs of this sort are known for, each with its right value here. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeDigest } from '../kinds/registry.ts'
import { createFileStash } from '../stash/file.ts'
import { retrieve as retrievePage } from '../stash/retrieve.ts'
import * as top from './index.ts'
import { createSift, detectContentType, type Sift } from './index.ts'

let dir = ''
let sift: Sift
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sift-'))
  sift = createSift({ stashDir: join(dir, 'stash') })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const list = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i))
const WORDS = ['river', 'ledger', 'harbour', 'signal', 'copper', 'meadow', 'engine', 'lantern', 'archive', 'valley', 'orchard']
const word = (i: number): string => WORDS[((i % 11) + 11) % 11]!
/** Numbers that follow no pattern: 32 bits of a hash of i. */
const hash = (i: number): number => {
  const a = Math.imul((i + 1) ^ 0x9e3779b9, 0x85ebca6b)
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (b ^ (b >>> 16)) >>> 0
}
/** A sentence of its own shape for each i. */
const sentence = (i: number): string =>
  `The ${list(3 + (hash(i) % 6), (k) => word(hash(i * 31 + k))).join(hash(i + 7) % 2 ? ' ' : ' of the ')} and ${word(hash(i * 3))} ${word(hash(i * 17))} was ${word(hash(i + 4))}.`

/** Whatever form it took, the original comes back from the output. */
const restored = (text: string, query?: string): string | null | undefined => {
  const result = sift.siftText(text, query)
  expect(result.changed).toBe(true)
  return result.lossy ? sift.retrieve(result.stashKey!) : decodeDigest(result.text)
}

/** Lines of the source that the notes of an output name. */
const namedLines = (output: string): Set<number> => {
  const named = new Set<number>()
  for (const [, ranges] of output.matchAll(/^\[diet\][^\n]*?\bL([\d,-]+)/gm)) {
    for (const range of ranges!.split(',')) {
      const [from, to = from] = range.split('-').map(Number)
      for (let n = from!; n <= to!; n++) named.add(n)
    }
  }
  return named
}

/** Source lines that are neither shown nor named; blank ones are of no interest. */
const untold = (text: string, output: string): string[] => {
  const shown = new Set(output.split('\n'))
  const named = namedLines(output)
  return text.split('\n').filter((line, i) => line.trim() !== '' && !shown.has(line) && !named.has(i + 1))
}

describe('lossless is lossless', () => {
  it('logs: indentation, runs of spaces, tabs, trailing spaces, CRLF and a literal <*>', () => {
    const text = list(60, (i) => `\t  step  ${i}   of <*>\t${i * 2}  `).join('\r\n')
    const result = sift.siftText(text)
    expect(result).toMatchObject({ changed: true, lossy: false })
    expect(decodeDigest(result.text)).toBe(text)
  })

  it('JSON: white space, equal keys, escapes, key order, number spelling', () => {
    const rows = list(
      50,
      (i) =>
        `  {"n": ${i}, "v": 1.${i % 10}0, "e": 1e${i}, "s": "caf\\u00e9 é", "n": ${i},${i % 2 ? ' "b":1, "a":2' : ' "a":2, "b":1'}}`,
    )
    expect(restored(`[\n${rows.join(',\n')}\n]\n`)).toBe(`[\n${rows.join(',\n')}\n]\n`)
  })

  it('records: missing, null and "" are three things, dotted keys stay themselves, order stays', () => {
    const rows = list(60, (i) => ({
      id: i * 7,
      ...(i % 3 === 0 ? {} : { tag: i % 3 === 1 ? null : '' }),
      'a.b': i % 5,
      a: { b: i % 4 },
      type: word(i),
    }))
    const text = JSON.stringify(rows)
    expect(restored(text)).toBe(text)
  })

  it('rows with a long value: no mark of ours inside a row', () => {
    const rows = list(40, (i) => ({
      id: i,
      body: Buffer.from(`${sentence(i)} ${sentence(i + 50)}`.repeat(4)).toString('base64'),
    }))
    const result = sift.siftText(JSON.stringify(rows))
    const marks = result.text.match(/<<stash:/g) ?? []
    expect(marks).toHaveLength(result.lossy ? 1 : 0)
    if (result.changed) expect(restored(JSON.stringify(rows))).toBe(JSON.stringify(rows))
  })
})

describe('nothing leaves the view without a trace', () => {
  it('search: every file is named, with how many hits it has', () => {
    const text = list(30, (f) =>
      list(9, (i) => `src/${word(f)}_${f}.rs:${i * 13 + 1}:    let x = ${word(i * f + i)};`).join('\n'),
    ).join('\n')
    const { text: shown } = sift.siftText(text, 'harbour')
    for (let f = 0; f < 30; f++) expect(shown).toContain(`src/${word(f)}_${f}.rs`)
    expect(untold(text, shown)).toEqual([])
  })

  it('prose: every sentence is shown or lies in a gap that says so', () => {
    const text = list(60, (i) => (i % 9 === 4 ? `No. Not when ${word(i)} is ${word(i * 2)}.` : sentence(i))).join('\n\n')
    const result = sift.siftText(text)
    expect(result.lossy).toBe(true)
    expect(untold(text, result.text)).toEqual([])
    expect(result.text).toMatch(/^\[diet\] 119 -> \d+ lines/)
  })

  it.each([
    ['strings', list(300, (i) => `${sentence(i)} ${i}`)],
    ['numbers', list(1500, (i) => (i * 7919) % 104729)],
    ['mixed', list(400, (i) => (i % 3 === 0 ? i * 7919 : i % 3 === 1 ? sentence(i) : { k: word(i), i: (i * 31) % 97 }))],
  ])('arrays of %s: all of them, or how many there are; no record of ours among the data', (_name, values) => {
    const text = JSON.stringify(values)
    const result = sift.siftText(text)
    expect(result.text).not.toMatch(/_crushed|_dropped/)
    if (result.lossy) expect(result.text).toContain(String(values.length))
    expect(result.lossy ? sift.retrieve(result.stashKey!) : (decodeDigest(result.text) ?? result.text)).toBe(text)
  })

  it('diffs: each of 30 files is named, with its modes, and its hunk heads are as they were', () => {
    const files = list(30, (f) =>
      [
        `diff --git a/lib/${word(f)}${f}.go b/lib/${word(f)}${f}.go`,
        ...(f === 7 ? ['old mode 100644', 'new mode 100755'] : []),
        `index 1${f}2aa..3${f}4bb ${f === 7 ? '100755' : '100644'}`,
        `--- a/lib/${word(f)}${f}.go`,
        `+++ b/lib/${word(f)}${f}.go`,
        `@@ -1,8 +1,8 @@ func ${word(f)}()`,
        ...list(4, (i) => ` ${sentence(f * 8 + i)}`),
        `-${sentence(f + 300)}`,
        `+${sentence(f + 400)}`,
        ...list(3, (i) => ` ${sentence(f * 8 + i + 4)}`),
      ].join('\n'),
    )
    const text = `${files.join('\n')}\n`
    const result = sift.siftText(text)
    expect(result.lossy).toBe(true)
    for (let f = 0; f < 30; f++) expect(result.text).toContain(`lib/${word(f)}${f}.go`)
    expect(result.text).toContain('new mode 100755')
    expect(result.text).not.toMatch(/\b20 files\b/)
    for (const line of result.text.split('\n').filter((one) => one.startsWith('@@'))) expect(text).toContain(`${line}\n`)
  })

  it('logs: each of 60 different errors is shown or named by its lines', () => {
    const text = list(400, (i) => (i % 7 === 3 ? `ERROR ${sentence(i)}` : `info ${sentence(i)} ${i}`)).join('\n')
    const result = sift.siftText(text)
    const errors = text.split('\n').flatMap((line, i) => (line.startsWith('ERROR') ? [[line, i + 1] as const] : []))
    const named = namedLines(result.text)
    expect(errors.filter(([line, n]) => !result.text.includes(line) && !named.has(n))).toEqual([])
  })

  it('Markdown tables: what stands before and behind them, and the order of their columns', () => {
    const rows = list(120, (i) => `| ${i} | ${word(i)} ${word(i * 3)} | ${(i * 7919) % 997} | ${word(i * 7)} |`)
    const text = [
      'Stock of the week.',
      '',
      '| zeta | name | alpha | kind |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
      'Next count on Monday.',
    ].join('\n')
    const { text: shown } = sift.siftText(text)
    expect(shown).toContain('Stock of the week.')
    expect(shown).toContain('| zeta | name | alpha | kind |')
    expect(shown).toContain('Next count on Monday.')
  })

  it('settings: comments are shown or named, and those that warn stay', () => {
    const text = list(30, (i) => [`# ${sentence(i)}`, `${word(i)}_${i}:`, `  size: ${i * 3}`, `  path: /${word(i * 2)}/${i}`])
      .flat()
      .concat('# WARNING: do not change, the backup depends on it (in seconds)', 'backup:', '  every: 3600')
      .join('\n')
    const { text: shown } = sift.siftText(text)
    expect(untold(text, shown)).toEqual([])
    expect(shown).toContain('# WARNING: do not change, the backup depends on it (in seconds)')
  })

  it('mixed output: text behind a closing bracket stays, or its line says how much more it has', () => {
    const json = JSON.stringify(list(80, (i) => ({ id: i, name: word(i) })))
    const text = `first ${sentence(1)}\n${json} and 3 more were skipped\nsecond\n${json}\nlast line\n`
    expect(restored(text)).toBe(text)
    expect(sift.siftText(text).text).toMatch(/and 3 more were skipped|\[diet\] \+ \d+ chars of L2$/m)
  })
})

describe('tags and marks', () => {
  it('XML gets shorter, and no placeholder of ours reaches the reader', () => {
    const text = `<inventory>\n${list(80, (i) => `  <part no="${i}"><name>${word(i)} ${word(i * 2)}</name></part>`).join('\n')}\n</inventory>\n`
    const result = sift.siftText(text)
    expect(result.changed).toBe(true)
    expect(result.text).not.toContain('CMPR_TAG')
    expect(restored(text)).toBe(text)
  })

  it.each<[string, readonly string[]]>([
    [
      'a log',
      list(500, (i) => `2026-01-01T00:00:${String(i % 60).padStart(2, '0')} ${hash(i) % 2 ? 'INFO' : 'DEBUG'} ${sentence(i)}`),
    ],
    ['prose', list(200, (i) => `${sentence(i)} ${sentence(i + 700)}`)],
    ['hits', list(300, (i) => `src/mod${i % 12}.ts:${i + 1}:  const ${word(hash(i))} = load(${hash(i) % 999})`)],
  ])('a block in tags of the host stands whole in %s, in its middle and at its end', (_, lines) => {
    const block = [
      '<system-reminder priority="high">',
      'The plan is in docs/plan.md.',
      'Ask before you push.',
      '</system-reminder>',
    ]
    for (const at of [lines.length >> 1, lines.length]) {
      const result = sift.siftText([...lines.slice(0, at), ...block, ...lines.slice(at)].join('\n'))
      expect(result).toMatchObject({ changed: true, lossy: true })
      expect(result.text).toContain(block.join('\n'))
    }
  })

  it('a text that holds a marker is shortened like any other', () => {
    const text = list(80, (i) => (i === 40 ? 'see <<stash:0123456789abcdef01234567>> there' : sentence(i))).join('\n')
    const result = sift.siftText(text)
    expect(result).toMatchObject({ changed: true, lossy: true })
    expect(result.text.endsWith(`<<stash:${result.stashKey}>>`)).toBe(true)
    expect(sift.retrieve(result.stashKey!)).toBe(text)
  })

  it('the marker stands on a line of its own that says that nothing is lost', () => {
    const { text } = sift.siftText(list(80, sentence).join('\n'))
    expect(text.split('\n').at(-1)).toMatch(/^\[diet\] \d+ lines omitted; complete output, unmodified: <<stash:[0-9a-f]{24}>>$/)
  })
})

describe('credentials', () => {
  it('ids, hashes and long names do not keep every line', () => {
    const hex = (i: number): string => ((i + 1) * 2654435761).toString(16).padStart(12, '0')
    const text = list(
      300,
      (i) =>
        `${sentence(i)} 7d44${hex(i).slice(0, 4)}-1b2c-4d5e-8f60-${hex(i).slice(-12)} ${hex(i)}${hex(i * 3)}${hex(i * 5)}abcd payment-worker-${word(i)}-7d9f`,
    ).join('\n')
    expect(sift.siftText(text)).toMatchObject({ changed: true })
  })

  it.each([
    ['a short password', 'DB_PASSWORD=hunter2'],
    ['a key with / + =', 'aws_secret_access_key = wJal/K7MDENG+bPxRfiC/EXAMPLE3='],
    ['a header', 'Authorization: Bearer abc.def-1234.ghi'],
    ['a key by its start', 'using ghp_a1B2c3D4e5F6g7H8i9J0 for the clone'],
    ['random letters', 'handed out Xk9mQ2vLpZ7wRtY4uHj6 to the worker'],
  ])('%s stays in view', (_name, line) => {
    const text = list(200, (i) => (i === 111 ? line : sentence(i))).join('\n')
    const result = sift.siftText(text)
    expect(result.lossy).toBe(true)
    expect(result.text).toContain(line)
  })

  it('types and code are no credentials', () => {
    const text = list(120, (i) => `  ${word(i)}${i}: { password: string, token = nextToken(), ${sentence(i)} }`).join('\n')
    expect(sift.siftText(text).changed).toBe(true)
  })

  it('originals are for their owner alone', () => {
    const { stashKey } = sift.siftText(list(80, sentence).join('\n'))
    expect(statSync(join(dir, 'stash', `${stashKey}.txt`)).mode & 0o777).toBe(0o600)
    expect(statSync(join(dir, 'stash')).mode & 0o777).toBe(0o700)
  })
})

const prose = list(80, sentence).join('\n')
const user = { role: 'user', content: 'go' }

describe('requests', () => {
  it('Anthropic: content that is an array of blocks', () => {
    const content = [{ type: 'text', text: prose }]
    const body = { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] }] }
    expect(sift.siftRequest(body)).toMatchObject({ blocksCompressed: 1, stashStored: 1 })
  })

  it('Anthropic: a client that marks its newest message', () => {
    const agent = createSift({ stashDir: join(dir, 'stash'), frozen: 'conversation' })
    const results: object[] = []
    let before = ''
    for (let turn = 0; turn < 4; turn++) {
      const text = list(80, (i) => sentence(i + turn * 17)).join('\n')
      results.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${turn}`, content: text }] })
      const messages = structuredClone(results) as { content: { cache_control?: object }[] }[]
      messages.at(-1)!.content[0]!.cache_control = { type: 'ephemeral' }
      const sent = agent.siftRequest({ messages }, `turn ${turn}`)
      expect(sent.blocksCompressed).toBe(turn + 1)
      const plain = JSON.stringify(sent.body).replaceAll(',"cache_control":{"type":"ephemeral"}', '')
      expect(plain.startsWith(before)).toBe(true)
      before = plain.slice(0, -2)
    }
  })

  it('OpenAI: a result is the same text whatever the query and the directory', () => {
    const body = { messages: [user, { role: 'tool', tool_call_id: 'a', content: prose }] }
    const other = createSift({ stashDir: join(dir, 'other') })
    const sent = [sift.siftRequest(body, 'river'), sift.siftRequest(body, 'lantern valley'), other.siftRequest(body)]
    expect(sent[0]!.blocksCompressed).toBe(1)
    expect(new Set(sent.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(JSON.stringify(sent[0]!.body)).not.toContain(dir)
  })

  it.each<[string, object]>([
    ['the old function role', { messages: [user, { role: 'function', name: 'f', content: prose }] }],
    ['custom tools', { input: [{ type: 'custom_tool_call_output', call_id: 'a', output: prose }] }],
    [
      'shells',
      {
        input: [
          {
            type: 'shell_call_output',
            call_id: 'a',
            output: [{ stdout: prose, stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
          },
        ],
      },
    ],
    ['MCP', { input: [{ type: 'mcp_call', id: 'a', name: 'f', arguments: '{}', output: prose }] }],
    ['Gemini', { contents: [{ role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: prose } } }] }] }],
  ])('%s', (_name, body) => {
    expect(sift.siftRequest(body)).toMatchObject({ changed: true, blocksCompressed: 1 })
  })

  it('OpenAI: results that say that the tool failed stay', () => {
    const body = { messages: [user, { role: 'tool', tool_call_id: 'a', content: `Exit code: 3\n${prose}` }] }
    expect(sift.siftRequest(body)).toMatchObject({ body, changed: false })
  })
})

describe('the stash', () => {
  const DAY = 86_400_000
  const age = (key: string, days: number): void => {
    const time = (Date.now() - days * DAY) / 1000
    utimesSync(join(dir, 'stash', `${key}.txt`), time, time)
  }

  it('reading renews: an original lasts as long as someone uses it', () => {
    const { stashKey } = sift.siftText(prose)
    age(stashKey!, 6)
    expect(sift.retrieve(stashKey!)).toBe(prose)
    expect(Date.now() - statSync(join(dir, 'stash', `${stashKey}.txt`)).mtimeMs).toBeLessThan(DAY)
  })

  it('says whether an original expired, was removed, was changed, or never was', async () => {
    const { stashKey } = sift.siftText(prose)
    expect(sift.explainMissing(stashKey!)).toBeNull()
    age(stashKey!, 8)
    const later = createSift({ stashDir: join(dir, 'stash') })
    expect(later.retrieve(stashKey!)).toBeNull()
    expect(later.explainMissing(stashKey!)).toMatch(/expired/)
    expect(later.explainMissing('0'.repeat(24))).toMatch(/^No original 0{24} is known/)
    const again = later.siftText(prose).stashKey!
    expect(later.retrieve(again)).toBe(prose)
    await createFileStash({ dir: join(dir, 'stash') }).purge()
    expect(readdirSync(join(dir, 'stash')).filter((name) => name.endsWith('.txt'))).toEqual([])
    expect(later.explainMissing(again)).toMatch(/purge/)
  })

  it('can be searched, and opened at a JSON pointer of a one-line document', async () => {
    const rows = list(200, (i) => ({ id: i, text: `${sentence(i)} ${(i * 7919) % 997}`, more: sentence(i * 3 + 1) }))
    const key = createFileStash({ dir: join(dir, 'stash') }).putSync(JSON.stringify(rows)).key
    const stash = createFileStash({ dir: join(dir, 'stash') })
    const page = await retrievePage([stash], key, { pointer: '/150/id' }, { ask: () => 'next' })
    expect(page.ok && page.text).toMatch(/\n150$/)
    const { stashKey } = sift.siftText(prose)
    const found = await retrievePage([stash], stashKey!, { grep: 'lantern', context: 0 }, { ask: () => 'next' })
    expect(found.ok && found.text).toContain('lantern')
  })

  it('without a home that can be written, texts pass as they are', () => {
    const saved = { ...process.env }
    try {
      delete process.env.SIFT_STASH_DIR
      for (const state of ['/dev/null', '/proc/no/such']) {
        process.env.XDG_STATE_HOME = state
        expect(top.siftText(prose)).toMatchObject({ text: prose, changed: false, stashKey: null })
        expect(top.retrieve('0'.repeat(24))).toBeNull()
      }
    } finally {
      process.env = saved
    }
  })

  it('is made again when somebody removes it', () => {
    rmSync(join(dir, 'stash'), { recursive: true })
    const { stashKey } = sift.siftText(prose)
    expect(sift.retrieve(stashKey!)).toBe(prose)
    mkdirSync(join(dir, 'stash'), { recursive: true })
  })
})

describe('detection', () => {
  it('code that speaks of errors is code, and Markdown with rules is no log', () => {
    const code = list(30, (i) => `    if (error${i}) { throw new Error("failed ${word(i)}"); } // warn: ${word(i * 2)}`)
    expect(detectContentType(['import { fail } from "x";', 'function run(error) {', ...code, '}'].join('\n'))).toBe('source_code')
    expect(detectContentType(`# Notes\n\n${list(12, (i) => `${sentence(i)}\n\n---\n`).join('\n')}`)).toBe('plain_text')
  })

  it('JSX stays JSX', () => {
    const lines = list(60, (i) => `      <Item key="${i}" label="${word(i)} ${word(i * 3)}" onPick={() => pick${i}()} />`)
    const text = ['export const List = () => {', '  return (', '    <Menu>', ...lines, '    </Menu>', '  )', '}'].join('\n')
    const { text: shown } = sift.siftText(text, undefined, 'list.tsx')
    expect(shown).toContain('<Menu>')
    for (const line of shown.split('\n').filter((one) => !one.startsWith('[diet]'))) expect(text.split('\n')).toContain(line)
  })

  it('a megabyte of brackets that close nothing is read once', () => {
    const text = list(20_000, (i) => `[ ${sentence(i)} { ${word(i)}`).join('\n')
    expect(sift.siftText(text).changed).toBe(true)
  })
})
