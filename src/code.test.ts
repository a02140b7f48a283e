/** Grammars and skeletons say the same of healthy code; what is broken or hostile harms neither. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Language as Grammar, LANGUAGE_VERSION, MIN_COMPATIBLE_VERSION } from 'web-tree-sitter'
import { LANGUAGES, type Language, loadOutlines, type OutlineNode, type OutlineReader, readSkeleton } from './code.ts'
import { OUTLINES, print, sampleOf } from './kinds/code/testing.ts'
import { digest } from './verbs/digest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const grammars = join(root, 'grammars')
const runs = Number(process.env.DIET_RUNS ?? 60)
let outlines: OutlineReader

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/copy-grammars.mjs'], { cwd: root })
  outlines = await loadOutlines()
})

interface Entry {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  readonly license: string
}

describe('the grammars that are shipped', () => {
  const manifest = JSON.parse(readFileSync(join(grammars, 'grammars.json'), 'utf8')) as Readonly<Record<string, Entry>>

  it('are those on record, one for each language', () => {
    expect(Object.keys(manifest)).toEqual([...LANGUAGES])
    execFileSync(process.execPath, ['scripts/copy-grammars.mjs', '--check'], { cwd: root })
    for (const { file, bytes, sha256 } of Object.values(manifest)) {
      const content = readFileSync(join(grammars, file))
      expect(content.length).toBe(bytes)
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
  })

  it.each(LANGUAGES)('%s is of a version that the parser reads', async (language) => {
    const { abiVersion } = await Grammar.load(readFileSync(join(grammars, manifest[language]!.file)))
    expect(abiVersion).toBeGreaterThanOrEqual(MIN_COMPATIBLE_VERSION)
    expect(abiVersion).toBeLessThanOrEqual(LANGUAGE_VERSION)
  })

  it('take less than 10 MB', () => {
    expect(Object.values(manifest).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(10_000_000)
  })
})

describe('healthy code', () => {
  it.each(LANGUAGES)('%s: what was read by eye', (language) => {
    expect(outlines(sampleOf(language), language)?.map(print)).toEqual(OUTLINES[language])
  })

  it.each(LANGUAGES)('%s: one digest by either outline', (language) => {
    const text = sampleOf(language)
    const options = { budget: 250, command: `cat file.${EXTENSION[language]}`, query: 'add' }
    const [byGrammar, bySkeleton] = [digest(text, { ...options, outlines }), digest(text, options)]
    expect(byGrammar.text).toBe(bySkeleton.text)
    expect(byGrammar.explain().join('\n')).toContain(`outline of ${language} by grammar`)
    expect(bySkeleton.explain().join('\n')).toContain(`outline of ${language} by skeleton`)
  })
})

const EXTENSION: Readonly<Record<Language, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  tsx: 'tsx',
  go: 'go',
  rust: 'rs',
  java: 'java',
  c: 'c',
  cpp: 'cc',
}

const isSound = (nodes: readonly OutlineNode[], lines: number): boolean =>
  nodes.every(
    ({ startLine, bodyStart, bodyEnd, docLine }, i) =>
      startLine >= (nodes[i - 1]?.startLine ?? 1) &&
      bodyStart > startLine &&
      bodyEnd >= bodyStart - 1 &&
      bodyEnd <= lines &&
      docLine >= 0 &&
      docLine <= lines,
  )

const check = (text: string, language: Language): void => {
  const lines = text.split('\n').length
  const read = outlines(text, language)
  expect(read === undefined || isSound(read, lines)).toBe(true)
  expect(isSound(readSkeleton(text, language), lines)).toBe(true)
}

/** The same noise in each run. */
const noise = (length: number): string => {
  const chars = '{}()[];,=>"\'`/*\\ab1 \n#@:$_<é'
  let [text, state] = ['', 1]
  for (let i = 0; i < length; i++) {
    state = (state * 48271) % 2147483647
    text += chars[state % chars.length]
  }
  return text
}

describe('broken and hostile code', () => {
  it('with errors of syntax is left to the skeleton', () => {
    const text = `${sampleOf('go')}\nfunc broken( {\n`.repeat(4)
    expect(outlines(text, 'go')).toBeUndefined()
    const { text: shown, explain } = digest(text, { budget: 400, command: 'cat a.go', outlines })
    expect(shown).toContain('func (l *Ledger) Add(p Parcel) error {')
    expect(explain().join('\n')).toContain('by skeleton')
  })

  it('an outline that cannot be of the text is not used', () => {
    const node: OutlineNode = { kind: 'function', name: 'f', startLine: 5, bodyStart: 3, bodyEnd: 9_999, docLine: 0 }
    for (const bad of [node, { ...node, bodyStart: 6 }, { ...node, startLine: 0, bodyStart: 6, bodyEnd: 7 }]) {
      const { text, explain } = digest(sampleOf('go'), { budget: 250, command: 'cat a.go', outlines: () => [bad] })
      expect(text).toBe(digest(sampleOf('go'), { budget: 250, command: 'cat a.go' }).text)
      expect(explain().join('\n')).toContain('by skeleton')
    }
  })

  it.each(LANGUAGES)('%s nested 20,000 deep', (language) => {
    check('('.repeat(20_000), language)
    check(`${language === 'python' ? 'x = ' : ''}${'['.repeat(20_000)}1${']'.repeat(20_000)}\n`, language)
    check(language === 'python' ? 'if x:\n'.repeat(20_000) : 'if (x) {\n'.repeat(20_000), language)
  })

  it.each(LANGUAGES)('%s of 150 KB of noise', (language) => {
    check(noise(150_000), language)
  })

  it('a text above the limit is not parsed', () => {
    expect(outlines('a = 1\n'.repeat(400_000), 'python')).toBeUndefined()
  })

  it('pieces of healthy code', () => {
    const piece = fc.record({
      language: fc.constantFrom(...LANGUAGES),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(3000),
    })
    fc.assert(
      fc.property(piece, ({ language, from, length }) => {
        const text = sampleOf(language)
        const start = Math.floor(from * text.length)
        check(text.slice(start, start + length), language)
      }),
      { numRuns: runs },
    )
  })
})

it('a grammar that was not loaded is not used', async () => {
  const only = await loadOutlines(['go'])
  expect(only(sampleOf('go'), 'go')).not.toBeUndefined()
  expect(only(sampleOf('python'), 'python')).toBeUndefined()
})
