import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dietRequest } from './diet-request.ts'
import { createFileStore } from './file-store.ts'

let dir = ''
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diet-store-'))
  dir = join(folder, 'requests')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sent = (text: string | null) => ({ text, before: 10, after: 3 })

describe('a store on the disk', () => {
  it('gives back what was sent, in another process too', () => {
    const first = createFileStore({ dir })
    expect(first.get('c1/a')).toBeUndefined()
    expect(existsSync(dir)).toBe(false)
    const entry = { ...sent('short'), key: 'k'.repeat(24), of: 'message 2' }
    expect(first.set('c1/a', entry)).toEqual(entry)
    expect(first.set('c1/b', sent(null))).toEqual(sent(null))
    for (const store of [first, createFileStore({ dir })]) {
      expect(store.get('c1/a')).toEqual(entry)
      expect(store.get('c1/b')).toEqual(sent(null))
      expect(store.get('c2/a')).toBeUndefined()
    }
    expect(statSync(join(dir, 'c1.jsonl')).mode & 0o777).toBe(0o600)
  })

  it('what was sent first stands, whoever comes later', () => {
    const [one, two] = [createFileStore({ dir }), createFileStore({ dir })]
    expect(two.get('c/a')).toBeUndefined()
    one.set('c/a', sent('first'))
    expect(two.set('c/a', sent('second'))).toEqual(sent('first'))
    appendFileSync(join(dir, 'c.jsonl'), `${JSON.stringify({ k: 'c/a', ...sent('third') })}\n`)
    expect(createFileStore({ dir }).get('c/a')).toEqual(sent('first'))
  })

  it('reads past torn and foreign lines, and mends the end', () => {
    createFileStore({ dir }).set('c/a', sent('é'))
    appendFileSync(join(dir, 'c.jsonl'), '{"k":"c/b","te')
    const store = createFileStore({ dir })
    expect(store.get('c/b')).toBeUndefined()
    store.set('c/d', sent('after'))
    appendFileSync(join(dir, 'c.jsonl'), 'no JSON\n[1]\n{"k":7,"text":null,"before":1,"after":1}\n{"k":"c/e","text":5}\n')
    store.set('c/f', sent('last'))
    const again = createFileStore({ dir })
    expect(['c/a', 'c/b', 'c/d', 'c/e', 'c/f'].map((key) => again.get(key)?.text)).toEqual([
      'é',
      undefined,
      'after',
      undefined,
      'last',
    ])
  })

  it('no conversation can name a file elsewhere', () => {
    const store = createFileStore({ dir })
    for (const key of ['../../x/a', '/etc/a', 'a\0b/c', '.hidden/a', `${'n'.repeat(300)}/a`, 'plain', ''])
      store.set(key, sent(key))
    expect(readdirSync(folder)).toEqual(['requests'])
    const again = createFileStore({ dir })
    expect(again.get('../../x/a')?.text).toBe('../../x/a')
    expect(again.get('plain')?.text).toBe('plain')
  })

  it('forgets conversations that ended long ago, when another one begins', () => {
    const store = createFileStore({ dir })
    store.set('old/a', sent('x'))
    store.set('new/a', sent('x'))
    const past = Date.now() / 1000 - 8 * 86_400
    utimesSync(join(dir, 'old.jsonl'), past, past)
    writeFileSync(join(dir, 'notes.txt'), 'not ours')
    utimesSync(join(dir, 'notes.txt'), past, past)
    createFileStore({ dir }).set('third/a', sent('x'))
    expect(
      readdirSync(dir)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['new.jsonl', 'notes.txt', 'third.jsonl'])
  })

  it('replays a conversation over processes, whatever the newest query is', () => {
    const log = Array.from({ length: 900 }, (_, i) => `step ${i} took ${(i * 7919) % 997} ms`).join('\n')
    const result = (id: string, content: string) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content }],
    })
    const messages = [{ role: 'user', content: 'go' }, result('a', log)]
    const send = (body: object, query: string) =>
      dietRequest(body, { frozen: 'conversation', store: createFileStore({ dir }), budget: 300, query })
    const first = send({ messages }, 'step 7')
    const second = send({ messages: [...messages, result('b', log.replaceAll('step', 'stage'))] }, 'stage 400')
    expect(first.changed).toBe(true)
    expect(JSON.stringify(second.body).startsWith(JSON.stringify(first.body).slice(0, -2))).toBe(true)
    expect(second.report).toMatchObject({ replayed: 1, fates: { reduced: 2 } })
    expect(readFileSync(join(dir, readdirSync(dir).find((name) => name.endsWith('.jsonl'))!), 'utf8').split('\n')).toHaveLength(3)
  })
})
