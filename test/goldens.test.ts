/**
 * Goldens: fixtures/<kind>/<case>/ holds an input, what is asked of it, and the digest and receipt that are right for it, reviewed by
 * eye. `DIET_GOLDENS=write npx vitest run test/goldens.test.ts --update` writes them; without it nothing is written, and a case without
 * its expected files fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decodeDigest } from '../src/kinds/registry.ts'
import { verify } from '../src/receipt/verify.ts'
import { createSource } from '../src/source/source.ts'
import { type DigestOptions, digest } from '../src/verbs/digest.ts'

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../fixtures')
const isWriting = process.env.DIET_GOLDENS === 'write'

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const cases = folders(fixtures).flatMap((kind) =>
  folders(join(fixtures, kind))
    .filter((name) => existsSync(join(fixtures, kind, name, 'input.txt')))
    .map((name) => ({ kind, name, folder: join(fixtures, kind, name) })),
)

const read = (folder: string): { readonly input: string; readonly options: DigestOptions } => {
  const ask = join(folder, 'ask.json')
  return {
    input: readFileSync(join(folder, 'input.txt'), 'utf8'),
    options: existsSync(ask) ? (JSON.parse(readFileSync(ask, 'utf8')) as DigestOptions) : {},
  }
}

/** One line per field, so that a change of one is seen as such. */
const print = (receipt: object): string => {
  const fields = Object.entries(receipt).map(([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${fields.join(',\n')}\n}\n`
}

describe.each(cases)('$kind/$name', ({ kind, folder }) => {
  const { input, options } = read(folder)
  const { text, receipt } = digest(input, options)

  it('is the digest that was reviewed', async () => {
    for (const [file, value] of [
      ['expected.txt', text],
      ['expected.receipt.json', print(receipt)],
    ] as const) {
      const path = join(folder, file)
      if (isWriting) await expect(value).toMatchFileSnapshot(path)
      else expect(value).toBe(readFileSync(path, 'utf8'))
    }
  })

  it('is of its kind, fits and verifies', () => {
    expect(receipt.kind).toBe(kind)
    expect(receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
    expect(receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
    expect(verify({ source: input, output: text, receipt, decode: decodeDigest })).toEqual({ ok: true })
  })

  it('C6: shows no line that the source does not have', () => {
    const source = createSource(input)
    const known = new Set<string>()
    for (let n = 1; n <= source.lines; n++) known.add(source.line(n)).add(source.view(n))
    const shown = createSource(text)
    const foreign: string[] = []
    for (let n = 1; n <= shown.lines; n++) {
      const line = shown.line(n).replace(/ \[diet\] \+ \d+ chars of L\d+$/, '')
      const isCapped = line.length < shown.line(n).length
      if (line.startsWith('[diet]') || known.has(line)) continue
      if (!isCapped || ![...known].some((one) => one.startsWith(line))) foreign.push(line)
    }
    expect(foreign).toEqual([])
  })
})
