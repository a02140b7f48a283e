import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CliError } from './errors.ts'
import { readConfined } from './input.ts'

let folder = ''
let root = ''

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'input-')))
  root = join(folder, 'root')
  mkdirSync(join(root, 'sub'), { recursive: true })
  mkdirSync(join(folder, 'root-sibling'))
  writeFileSync(join(root, 'a.log'), '\ufeffone\r\ntwo')
  writeFileSync(join(root, 'nul'), 'text\0text')
  writeFileSync(join(root, 'late-nul'), `${'x'.repeat(8192)}\0`)
  writeFileSync(join(root, 'utf16'), Buffer.from('\ufefftext', 'utf16le'))
  writeFileSync(join(root, 'latin1'), Buffer.from([0x61, 0xe9, 0x62]))
  writeFileSync(join(root, 'empty'), '')
  writeFileSync(join(folder, 'secret'), 'secret')
  writeFileSync(join(folder, 'root-sibling', 'x'), 'x')
  symlinkSync('../secret', join(root, 'link-out'))
  symlinkSync('..', join(root, 'dir-out'))
  symlinkSync('a.log', join(root, 'link-in'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync('root', join(folder, 'root-link'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (path: string, limit = 1000, binary = false) => readConfined(path, root, limit, { binary })
const failure = (action: () => unknown): CliError => {
  try {
    action()
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
  throw new Error('it did not fail')
}

describe('what is read', () => {
  test('text, exact size and real path; a byte order mark and CRLF stay', () => {
    const key = createHash('sha256').update('\ufeffone\r\ntwo').digest('hex').slice(0, 24)
    expect(read('a.log')).toEqual({ text: '\ufeffone\r\ntwo', bytes: 11, invalid: 0, key, path: join(root, 'a.log') })
  })

  test('relative paths start at the root, absolute ones and links below it are fine', () => {
    expect(read('sub/../a.log').bytes).toBe(11)
    expect(read(join(root, 'a.log')).bytes).toBe(11)
    expect(read('link-in').path).toBe(join(root, 'a.log'))
    expect(readConfined('a.log', join(folder, 'root-link'), 1000).path).toBe(join(root, 'a.log'))
    expect(readConfined(join(folder, 'root-link', 'a.log'), join(folder, 'root-link'), 1000).bytes).toBe(11)
  })

  test('a base other than the root', () => {
    expect(readConfined('../a.log', root, 1000, { base: join(root, 'sub') }).bytes).toBe(11)
    expect(failure(() => readConfined('secret', root, 1000, { base: folder })).message).toContain('"secret" is outside the root')
  })

  test('an empty file is an empty text', () => {
    expect(read('empty')).toMatchObject({ text: '', bytes: 0 })
  })

  test('bytes that are not UTF-8 are counted', () => {
    expect(read('latin1')).toMatchObject({ text: 'a\udce9b', bytes: 3, invalid: 1 })
  })

  test('a file of exactly the limit', () => {
    expect(read('a.log', 11).bytes).toBe(11)
  })

  test('binary only when asked for', () => {
    expect(read('nul', 1000, true).text).toBe('text\0text')
    expect(read('late-nul', 10_000).bytes).toBe(8193)
  })
})

describe('what is refused, each with exit code 4 and one sentence', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a missing file', 'none.log', '"none.log" does not exist; check the path'],
    ['a file below a file', 'a.log/b', '"a.log/b" does not exist; check the path'],
    ['a directory', 'sub', '"sub" is a directory; name a file'],
    ['the root itself', '.', '"." is a directory; name a file'],
    ['a path above the root', '../secret', '"../secret" is outside the root; name a directory above it with --root'],
    [
      'a missing path above the root, told like one that exists',
      '../none',
      '"../none" is outside the root; name a directory above it with --root',
    ],
    ['a link out of the root', 'link-out', '"link-out" is outside the root; name a directory above it with --root'],
    [
      'a path through a link out of the root',
      'dir-out/secret',
      '"dir-out/secret" is outside the root; name a directory above it with --root',
    ],
    [
      'a folder whose name begins like the root',
      '../root-sibling/x',
      '"../root-sibling/x" is outside the root; name a directory above it with --root',
    ],
    ['a loop of links', 'loop', '"loop" is a loop of symbolic links; check the path'],
    ['a name with a NUL', 'a\0b', '"a\\u0000b" is no path; check the path'],
    ['a very long name', 'x'.repeat(5000), 'is too long for a path; check the path'],
    ['binary content', 'nul', '"nul" looks binary (a NUL byte at offset 4); pass text, or --binary to read it all the same'],
    ['UTF-16', 'utf16', '"utf16" is UTF-16 text; convert it to UTF-8 first, for example with iconv -f UTF-16 -t UTF-8'],
  ]
  test.each(cases)('%s', (_, path, message) => {
    const error = failure(() => read(path))
    expect(error.exit).toBe(4)
    expect(error.message).toContain(message)
  })

  test('a file over the limit', () => {
    expect(failure(() => read('a.log', 10)).message).toBe(
      '"a.log" is larger than the limit of 10 bytes; raise --limit or pass a part of it',
    )
    expect(failure(() => read('late-nul', 8_000)).message).toContain('larger than the limit of 8 KB')
  })

  test('a root that does not exist', () => {
    expect(failure(() => readConfined('a.log', join(folder, 'none'), 10)).message).toMatch(
      /^the root ".*none" does not exist; check the path$/,
    )
  })
})
