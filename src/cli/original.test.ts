import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProjectStash } from '../stash/places.ts'
import { getOriginalPath, hashText, saveOriginal } from './original.ts'

let folder = ''
const before = process.cwd()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'original-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

const save = (text: string): { readonly path: string; readonly problem: string | undefined } => {
  const path = getOriginalPath(hashText(text))
  return { path, problem: saveOriginal(text) }
}
const modeOf = (path: string): number => statSync(path).mode & 0o777

test('the hash is the start of the SHA-256 of the bytes, also of bytes that are not UTF-8', () => {
  const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  expect(hashText('')).toBe('e3b0c44298fc1c149afbf4c8')
  expect(hashText('é\r\n')).toBe(sha(Buffer.from('é\r\n')))
  expect(hashText('a\udcffb')).toBe(sha(Buffer.from([0x61, 0xff, 0x62])))
})

test('saves the exact bytes for this user alone, out of version control', () => {
  const { path, problem } = save('\ufeffone\r\ntwo\udcff')
  expect(problem).toBeUndefined()
  expect(path).toMatch(/^\.context-diet\/[0-9a-f]{24}\.txt$/)
  expect(readFileSync(path)).toEqual(Buffer.concat([Buffer.from('\ufeffone\r\ntwo'), Buffer.from([0xff])]))
  expect(modeOf(path)).toBe(0o600)
  expect(modeOf('.context-diet')).toBe(0o700)
  expect(readFileSync('.context-diet/.gitignore', 'utf8')).toBe('*\n')
})

test('the same text again is the same file, and nothing temporary stays', () => {
  save('text')
  expect(save('text').problem).toBeUndefined()
  const files = readdirSync('.context-diet').sort()
  expect(files.filter((name) => !name.startsWith('.'))).toEqual([`${hashText('text')}.txt`])
  expect(files.filter((name) => /^\.(?:tmp|out)-/.test(name))).toEqual([])
})

test('in a folder of a project the copy is in the stash of the project, and its path leads there', () => {
  mkdirSync('.git')
  mkdirSync('deep/down', { recursive: true })
  process.chdir('deep/down')
  const { path } = save('text')
  expect(path).toBe(`../../.context-diet/${hashText('text')}.txt`)
  expect(readFileSync(path, 'utf8')).toBe('text')
  expect(openProjectStash(process.cwd()).getSync(hashText('text'))).toMatchObject({ found: true })
})

test('a damaged copy is replaced', () => {
  const { path } = save('text')
  writeFileSync(path, 'tex')
  expect(save('text').problem).toBeUndefined()
  expect(readFileSync(path, 'utf8')).toBe('text')
  writeFileSync(path, 'text and more')
  save('text')
  expect(readFileSync(path, 'utf8')).toBe('text')
})

test('a file in place of the directory is a problem, not an exception', () => {
  writeFileSync('.context-diet', '')
  expect(save('text').problem).toBeDefined()
})

test('a link in place of the directory is not followed', () => {
  mkdirSync('elsewhere')
  symlinkSync('elsewhere', '.context-diet')
  expect(save('text').problem).toMatch(/\.context-diet is a symbolic link or no directory/)
  expect(readdirSync('elsewhere')).toEqual([])
})

test('a link in place of the file is replaced, not followed', () => {
  writeFileSync('victim', 'untouched')
  const path = getOriginalPath(hashText('text'))
  mkdirSync('.context-diet')
  symlinkSync('../victim', path)
  expect(saveOriginal('text')).toBeUndefined()
  expect(readFileSync('victim', 'utf8')).toBe('untouched')
  expect(readFileSync(path, 'utf8')).toBe('text')
})

test.skipIf(process.getuid?.() === 0)('a folder that may not be written is a problem', () => {
  chmodSync(folder, 0o555)
  expect(save('text').problem).toBe('EACCES')
  chmodSync(folder, 0o755)
})
