/** The `sift` API on whole tool outputs: what a reader must see, and that all else comes back. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { decodeDigest } from '../src/kinds/registry.ts'
import { createSift, detectContentType } from '../src/sift/index.ts'
import { repository } from './helpers/cli.ts'
import { SIFT_CASES, type SiftCase } from './support/sift-cases.ts'

const dir = mkdtempSync(join(tmpdir(), 'sift-cases-'))
const sift = createSift({ stashDir: dir })
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** As a request: one cached message, and one with the result. */
const send = ({ text, query }: SiftCase): string => {
  const body = {
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: text }] },
    ],
  }
  const result = sift.siftRequest(body, query)
  expect(result.frozenMessages).toBe(1)
  return (result.body.messages[1] as { content: { content: string }[] }).content[0]!.content
}

const restore = (output: string): string | null | undefined =>
  /<<stash:[0-9a-f]{24}>>$/.test(output) ? sift.retrieve(output.slice(-34)) : decodeDigest(output)

const prove = (one: SiftCase): number => {
  const output = send(one)
  expect(detectContentType(one.text)).toBe(one.type)
  expect(Buffer.byteLength(output)).toBeLessThan(Buffer.byteLength(one.text))
  expect(restore(output)).toBe(one.text)
  expect(one.facts.filter((fact) => !output.includes(fact))).toEqual([])
  expect((one.noise ?? []).filter((noise) => output.includes(noise))).toEqual([])
  expect(sift.siftText(output).changed).toBe(false)
  return Buffer.byteLength(output)
}

describe('cases of our own', () => {
  for (const one of SIFT_CASES) it(one.name, () => void prove(one))
})

/** Where the repository stands beside the inputs of the public benchmark. */
const corpus = join(repository, '../shared/corpus/sift')

describe.skipIf(!existsSync(corpus))('the public benchmark', () => {
  const names = existsSync(corpus) ? readdirSync(corpus).filter((name) => existsSync(join(corpus, name, 'meta.json'))) : []
  const read = (name: string, file: string): string => readFileSync(join(corpus, name, file), 'utf8')
  const sizes: number[] = []
  for (const name of names) {
    it(name, () => {
      const { expectedType, mustContain } = JSON.parse(read(name, 'meta.json')) as { expectedType: string; mustContain: string[] }
      const [text, query] = [read(name, 'input.txt'), read(name, 'query.txt').trim()]
      const files = [...text.matchAll(/^(?:diff --git a\/(\S+) |([^\s:]+\.\w+):\d+:)/gm)].map(([, a, b]) => (a ?? b)!)
      sizes.push(prove({ name, type: expectedType, text, query, facts: [...mustContain, ...new Set(files)] }))
    })
  }
  it('takes at most 34,000 bytes in all', () => {
    expect(sizes).toHaveLength(names.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(34_000)
  })
})
