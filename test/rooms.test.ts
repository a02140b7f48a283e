/** The order of the rooms (DESIGN section 3): a room imports only from rooms before it, and the pure ones nothing of Node. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))
const src = join(repository, 'src')

const ORDER = [
  'source',
  'signals',
  'receipt',
  'ladder',
  'kinds',
  'verbs',
  'stash',
  'requests',
  'sift',
  'ledger',
  'config',
  'hosts',
]
/** The shells stand side by side: the program starts the server, and both read files the same way. */
const SHELLS = ['cli', 'mcp', 'proxy', 'web']
const PURE = ORDER.slice(0, ORDER.indexOf('verbs') + 1)

const rankOf = (room: string): number => (SHELLS.includes(room) ? ORDER.length : ORDER.indexOf(room))

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Everything that a module imports, statically or not. */
const importsOf = (code: string): readonly string[] =>
  [...code.matchAll(IMPORT)].map((match) => (match[1] ?? match[2] ?? match[3])!)

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file.includes(sep))
  .map((file) => join(src, file))

/** What only tests import: by its name, or because it imports the test runner itself. */
const isSupport = (file: string): boolean =>
  file.endsWith(`${sep}testing.ts`) ||
  importsOf(readFileSync(file, 'utf8')).some((name) => name === 'vitest' || name === 'fast-check')

const files = sources.filter((file) => !isSupport(file))

const roomOf = (file: string): string => relative(src, file).split(sep)[0]!

test('the scanner sees every form of import', () => {
  const code = `import a from 'one'\nimport { b,\n c } from "two"\nexport * from 'three'\nimport 'four'\nawait import('five')\nimport type { T } from 'six'\nconst x = 'from "no"'`
  expect(importsOf(code)).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
})

describe('rooms', () => {
  test('every folder of src is a room', () => {
    const folders = [...new Set(files.map(roomOf))]
    expect(folders.filter((room) => rankOf(room) < 0)).toEqual([])
    expect(folders).toContain('source')
  })

  test('a room imports only from rooms before it', () => {
    const wrong = files.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter((name) => name.startsWith('.'))
        .map((name) => resolve(dirname(file), name))
        .filter((target) => target.startsWith(src + sep) && rankOf(roomOf(target)) > rankOf(roomOf(file)))
        .map((target) => `${relative(src, file)} -> ${relative(src, target)}`),
    )
    expect(wrong).toEqual([])
  })

  test('nothing but tests imports what supports tests', () => {
    const support = new Set(sources.filter(isSupport))
    const wrong = files.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter((name) => name.startsWith('.') && support.has(resolve(dirname(file), name)))
        .map((name) => `${relative(src, file)} -> ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('the pure rooms import nothing from Node and no package', () => {
    const wrong = files
      .filter((file) => PURE.includes(roomOf(file)))
      .flatMap((file) =>
        importsOf(readFileSync(file, 'utf8'))
          .filter((name) => !name.startsWith('.'))
          .map((name) => `${relative(src, file)} -> ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('the pure rooms have no clock, chance, locale or environment', () => {
    const impure =
      /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\blocaleCompare\b|\btoLocale\w+|\bIntl\.|\bprocess\.|\bperformance\.now\b/
    const wrong = files
      .filter((file) => PURE.includes(roomOf(file)))
      .filter((file) => impure.test(readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
      .map((file) => relative(src, file))
    expect(wrong).toEqual([])
  })
})

test('the built library loads neither Node modules nor packages, in any of its chunks', () => {
  const seen = new Set<string>()
  const outside: string[] = []
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    expect(existsSync(file), file).toBe(true)
    for (const name of importsOf(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) visit(resolve(dirname(file), name))
      else outside.push(`${relative(repository, file)} -> ${name}`)
    }
  }
  visit(join(repository, 'dist/index.js'))
  expect(outside).toEqual([])
})
