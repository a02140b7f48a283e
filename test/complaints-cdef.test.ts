/** Complaints C to F about tools that reduce an agent's context: those about JSON, recovery, text hygiene and wrong grouping. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { decodeDigest } from '../src/kinds/registry.ts'
import { dietRequest, stashDiet } from '../src/requests/index.ts'
import { createFileStash, createMemoryStash, getPage, retrieve } from '../src/stash/index.ts'
import { digest } from '../src/verbs/digest.ts'

const root = mkdtempSync(join(tmpdir(), 'diet-complaints-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const list = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i))
const isNote = (line: string): boolean => line.startsWith('[diet]')
const withoutNotes = (text: string): string[] => text.split('\n').filter((line) => !isNote(line))

const tool = (id: string, content: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content }],
})
const contentOf = (message: unknown): string => (message as { content: { content: string }[] }).content[0]!.content
const send = (contents: readonly string[], options: Parameters<typeof dietRequest>[1] = {}) =>
  dietRequest(
    { messages: [{ role: 'user', content: 'go' }, ...contents.map((content, i) => tool(`t${i}`, content))] },
    { threshold: 100, budget: 150, ...options },
  )

const log = (seed: number): string =>
  list(400, (i) => `step ${i} of run ${seed} moved ${(i * 7919 + seed) % 997} files in ${(i * 31) % 89} ms`).join('\n')

describe('C: JSON', () => {
  test('C9: 91 bytes of JSON pass as they are', () => {
    const text = '{"downloads":47287350,"start":"2026-03-21","end":"2026-03-28","package":"left-pad","ok":1}'
    expect(digest(text, { budget: 1000 }).text).toBe(text)
  })

  test('C9: what is shown of a larger document are its values, spelled as they are, and never types', () => {
    const rows = list(200, (i) => ({
      id: i,
      status: i % 9 === 0 ? 'failed' : 'passed',
      total_count: i * 7919,
      note: `n${(i * 31) % 97}`,
    }))
    for (const indent of [0, 2]) {
      const text = JSON.stringify({ total_count: 200, items: rows }, null, indent)
      for (const budget of [150, 400, 900]) {
        const { text: shown } = digest(text, { budget })
        expect(shown.length).toBeLessThan(text.length)
        expect(shown).not.toMatch(/:\s*"?(?:int|integer|string|number|bool|boolean|array|object)"?\s*[,}\n]/)
        expect(shown).not.toMatch(/[{,]\s*(?:status|total_count|note)\s*:/)
        expect(shown).toContain('"status":')
      }
    }
  })

  test.each<[string, unknown]>([
    ['a number that is a string', '.6220000000000001'],
    ['a phone number', '+8613800000000'],
    ['a version', '1.10'],
    ['a header of a table format', '[2]: a,b'],
    ['an empty string', ''],
    ['null', null],
    ['a string that begins with a byte order mark', '\ufeffname'],
    ['words that mean something elsewhere', 'true'],
    ['a comma and quotes', 'a, "b"; c'],
  ])('C27: %s is itself again', (_name, value) => {
    const rows = list(80, (i) => ({ id: i, value: i % 5 === 0 ? value : i % 5 === 1 ? null : i % 5 === 2 ? '' : `v${i}` }))
    const text = JSON.stringify(rows)
    const { text: shown, receipt } = digest(text, { budget: Math.floor(text.length / 5) })
    expect(receipt.lossless).toBe(true)
    expect(decodeDigest(shown)).toBe(text)
  })

  test('C23: an original comes back as its bytes, so that lines of it can be counted', async () => {
    const text = list(2897, (i) => `file${i}.txt`).join('\n')
    const stash = createMemoryStash()
    const { key } = await stash.put(text)
    const found = await stash.get(key)
    expect(found.found && found.bytes.toString('utf8').split('\n').length).toBe(2897)
  })
})

describe('D: recovery', () => {
  const HOUR = 3_600_000
  const stashes = (now: () => number) => [
    ['memory', createMemoryStash({ now })] as const,
    ['file', createFileStash({ dir: join(root, `d-${stashCount++}`), now, pinOwn: false })] as const,
  ]
  let stashCount = 0

  test('D1, D2: an original outlives a long session, and each use starts the time again', async () => {
    let time = Date.now()
    for (const [, stash] of stashes(() => time)) {
      const { key } = await stash.put('an output\n')
      for (const hours of [0.1, 0.6, 24, 24 * 6, 24 * 6]) {
        time += hours * HOUR
        expect(await stash.get(key)).toMatchObject({ found: true })
      }
      if (stash.name === 'memory') continue
      time += 24 * 8 * HOUR
      expect(await stash.get(key)).toMatchObject({ found: false, reason: 'expired' })
    }
  })

  test('D3: originals are there for the next process', async () => {
    const dir = join(root, 'restart')
    const { key } = createFileStash({ dir }).putSync('an output\n')
    for (let restart = 0; restart < 3; restart++) {
      const answer = createFileStash({ dir }).getSync(key)
      expect(answer.found && answer.bytes.toString()).toBe('an output\n')
    }
  })

  test('D7: counts are lines, and those shown and those hidden make the whole', () => {
    const text = list(600, (i) => `line ${i} has ${(i * 7919) % 997} words of its own number ${(i * 31) % 89}`).join('\n')
    const { text: shown } = digest(text, { budget: 300, mode: 'verbatim' })
    const hidden = [...shown.matchAll(/^\[diet\] (?:\+ [^:]+: )?L(\d+)(?:-(\d+))?/gm)].reduce(
      (sum, [, from, to]) => sum + Number(to ?? from) - Number(from) + 1,
      0,
    )
    expect(withoutNotes(shown).filter((line) => line !== '').length + hidden).toBe(600)
    expect(shown).toMatch(/^\[diet\] 600 -> \d+ lines/)
  })

  test('D7: what was never there is another answer than what is not shown', async () => {
    const stash = createMemoryStash()
    const { key } = await stash.put('one\ntwo\n')
    const ask = (): string => 'next'
    expect(await retrieve([stash], key, { lines: [2, 2] }, { ask })).toMatchObject({ ok: true })
    expect(await retrieve([stash], key, { lines: [3, 3] }, { ask })).toMatchObject({ ok: false, reason: 'request' })
    expect(await retrieve([stash], '0'.repeat(24), {}, { ask })).toMatchObject({ ok: false, reason: 'unknown' })
  })

  test('D8: the head says that the output is complete and unmodified, and where', () => {
    const { text } = digest(log(1), { budget: 150, original: '.context-diet/abc.txt' })
    expect(text.split('\n')[0]).toMatch(/ complete output, unmodified: \.context-diet\/abc\.txt$/)
    expect(text).not.toMatch(/corrupt|truncat|broken/i)
  })

  test('D9: each line that a request adds is a note of ours, and none is a raw mark', () => {
    const sources = [log(1), JSON.stringify(list(300, (i) => ({ id: i, name: `n${(i * 7919) % 997}` }))), log(1)]
    const { body, report } = send(sources)
    expect(report.fates).toEqual({ reduced: 2, repeat: 1 })
    for (const [i, source] of sources.entries()) {
      const sent = contentOf(body.messages[i + 1])
      expect(sent).not.toMatch(/<<|>>|§/)
      for (const line of withoutNotes(sent)) {
        const start = line.replace(/ \[diet\] \+ \d+ chars of L\d+$/, '')
        expect(source.split('\n').some((one) => one.startsWith(start))).toBe(true)
      }
    }
  })

  test('D10: what is kept is the text that was reduced, not what a command prints later', async () => {
    const stash = createMemoryStash()
    const diet = stashDiet(stash)
    const input = { text: log(3), isError: false, counter: (text: string) => Math.ceil(text.length / 4), budget: 150 }
    const { key, changed } = await diet(input)
    expect(changed).toBe(true)
    const found = await stash.get(key!)
    expect(found.found && found.bytes.toString('utf8')).toBe(log(3))
  })

  test('D13: what the model reads again is not reduced again', () => {
    const calls = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'r', name: 'mcp__diet__diet_retrieve', input: {} }] },
      tool('r', log(4)),
    ]
    const body = { messages: [{ role: 'user', content: 'go' }, ...calls] }
    const sent = dietRequest(body, { threshold: 100, budget: 150, retrieveTool: 'diet_retrieve' })
    expect(sent.changed).toBe(false)
    expect(sent.report.fates).toEqual({ own: 1 })
  })
})

describe('E: text', () => {
  test.each(['시험 ', '🍃', '👩‍👩‍👧', 'Нет ', 'e\u0301', '\u202e\u05d0'])(
    'E1: pages never end inside a character: %s',
    (unit) => {
      const text = unit.repeat(20_000)
      let rebuilt = ''
      let next: Parameters<typeof getPage>[1] | undefined = {}
      for (let pages = 0; next !== undefined && pages < 200; pages++) {
        const page = getPage(text, next, { ask: () => 'next', name: 'k' })
        if (typeof page === 'string') throw new Error(page)
        expect(page.text.length).toBeLessThanOrEqual(8000)
        expect(/\p{Surrogate}/u.test(page.text)).toBe(false)
        rebuilt += page.text.replace(/^\[diet\][^\n]*\n/, '').replace(/\n?\[diet\][^\n]*$/, '')
        next = page.next
      }
      expect(rebuilt).toBe(text)
    },
  )

  test('E3: Chinese lines stand as they are', () => {
    const words = ['部署', '失败', '连接', '超时', '重试', '完成', '缓存', '节点']
    const text = list(
      400,
      (i) => `第${i}步：${list(6, (k) => words[(i * (k + 3) + k) % 8]).join('')}，耗时${(i * 7919) % 997}毫秒。`,
    ).join('\n')
    const { text: shown } = digest(text, { budget: 300, mode: 'verbatim' })
    const lines = new Set(text.split('\n'))
    for (const line of withoutNotes(shown).filter((one) => one !== '')) expect(lines.has(line)).toBe(true)
    expect(shown).not.toContain('\ufffd')
  })

  test('E9: what git says in French is shown', () => {
    const text = [
      ...list(300, (i) => `M\tsrc/module${i}/fichier${(i * 7919) % 997}.c`),
      "Basculement sur la branche 'principale'",
      "Votre branche est en avance sur 'origin/principale' de 2 commits.",
    ].join('\n')
    const { text: shown } = digest(text, { budget: 300, command: 'git checkout principale', exitCode: 0 })
    expect(shown).toContain("Basculement sur la branche 'principale'")
    expect(shown).toContain('de 2 commits.')
  })
})

describe('F: grouping and staleness', () => {
  test('F3, F4: a result that differs in one character from an earlier one is never a reference to it', () => {
    const edited = `${log(5).slice(0, -1)}X`
    const { body, report } = send([log(5), edited, log(5)])
    expect(report.results.map(({ fate }) => fate)).toEqual(['reduced', 'reduced', 'repeat'])
    expect(contentOf(body.messages[3])).toContain('call t0 in message 2')
  })

  test('F5: no result becomes empty, whatever the diet gives', () => {
    for (const text of ['', '\n', ' \n\t']) {
      const { body, report } = send([log(6)], { diet: () => ({ text, changed: true }) })
      const sent = contentOf(body.messages[1])
      expect([sent.trim() !== '', report.fates]).toEqual([true, { whole: 1 }])
    }
  })

  test('F7: a retry storm is one line and a count; a line that says something else is not in it', () => {
    const at = (i: number): string =>
      `2026-03-02T10:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}.113Z`
    const text = list(
      300,
      (i) => `${at(i)} WARN pool: connection to db:5432 refused, will retry${i === 200 ? ' as user admin' : ''}`,
    ).join('\n')
    const { text: shown, receipt } = digest(text, { budget: 300 })
    expect(shown).toContain('as user admin')
    expect(shown).toMatch(/\b199\b|L2-200|L1-200 not shown: 200 lines/)
    if (receipt.lossless) expect(decodeDigest(shown)).toBe(text)
    expect(shown.length).toBeLessThan(1200)
  })
})
