import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFileStash } from './file.ts'
import { keyOf } from './key.ts'
import { expectWhole, failureOf, filesIn, temporaryIn, useDirectory } from './testing.ts'

const { newDir } = useDirectory()
const mounted: string[] = []
afterAll(() => {
  for (const dir of mounted) spawnSync('umount', [dir])
})

const readAll = (pieces: Iterable<Buffer>): Buffer => Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)))

describe('openWriter', () => {
  it('keeps what arrives in pieces under the hash of all of it', () => {
    const stash = createFileStash({ dir: newDir() })
    const content = randomBytes(3_000_000)
    const writer = stash.openWriter()
    for (let at = 0; at < content.length; at += 70_001) writer.write(content.subarray(at, at + 70_001))
    expect(writer.bytes).toBe(content.length)
    const ref = writer.commit()
    expect(ref).toEqual({
      key: keyOf(content),
      path: join(stash.dir, `${keyOf(content)}.txt`),
      bytes: content.length,
      fresh: true,
    })
    expect(statSync(ref.path).mode & 0o777).toBe(0o600)
    writer.close()
    expect(readFileSync(ref.path).equals(content)).toBe(true)
    expect(stash.getSync(ref.key)).toMatchObject({ found: true })
    expect(temporaryIn(stash.dir)).toEqual([])
  })

  it('the same content twice is one file, and a changed file is put anew', () => {
    const stash = createFileStash({ dir: newDir() })
    const { path } = stash.putSync('a text\n')
    const put = (): boolean => {
      const writer = stash.openWriter()
      writer.write(Buffer.from('a text\n'))
      const { fresh } = writer.commit()
      writer.close()
      return fresh
    }
    expect(put()).toBe(false)
    writeFileSync(path, 'another text')
    expect(put()).toBe(true)
    expectWhole(stash.dir)
    expect(filesIn(stash.dir, '.txt')).toHaveLength(1)
    expect(temporaryIn(stash.dir)).toEqual([])
  })

  it('what is not committed leaves nothing behind', () => {
    const stash = createFileStash({ dir: newDir() })
    const writer = stash.openWriter()
    writer.write(Buffer.from('half'))
    expect(temporaryIn(stash.dir)).toHaveLength(1)
    writer.close()
    expect(temporaryIn(stash.dir)).toEqual([])
    expect(filesIn(stash.dir, '.txt')).toEqual([])
  })

  it('refuses what is over the limit, and what was written can be read back', () => {
    const stash = createFileStash({ dir: newDir(), maxBytes: 1000 })
    const writer = stash.openWriter()
    const first = Buffer.alloc(600, 'a')
    writer.write(first)
    expect(failureOf(() => writer.write(first)).reason).toBe('quota')
    expect(readAll(writer.readPieces()).equals(first)).toBe(true)
    expect(readAll(writer.readPieces(590)).toString()).toBe('a'.repeat(10))
    writer.close()
  })

  it('makes room for what arrives by the rules of the stash', () => {
    const stash = createFileStash({ dir: newDir(), maxBytes: 1000, pinOwn: false })
    const { key } = stash.putSync('o'.repeat(700))
    const writer = stash.openWriter()
    writer.write(Buffer.alloc(600, 'a'))
    writer.commit()
    writer.close()
    expect(stash.getSync(key)).toMatchObject({ found: false, reason: 'evicted' })
  })

  it('a full disk: refuses, and exactly the whole pieces can be read back', ({ skip }) => {
    const dir = newDir()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', dir]).status !== 0) skip('mounting needs root')
    mounted.push(dir)
    const writer = createFileStash({ dir: join(dir, 'stash') }).openWriter()
    const pieces = Array.from({ length: 8 }, () => randomBytes(50_000))
    const written: Buffer[] = []
    const error = failureOf(() => {
      for (const piece of pieces) {
        writer.write(piece)
        written.push(piece)
      }
    })
    expect(error.reason).toBe('full')
    expect(written.length).toBeGreaterThan(1)
    expect(readAll(writer.readPieces()).equals(Buffer.concat(written))).toBe(true)
    writer.close()
    expect(temporaryIn(join(dir, 'stash'))).toEqual([])
  })

  it('a temporary file that was removed meanwhile cannot be committed, and is still there to be read', () => {
    const stash = createFileStash({ dir: newDir() })
    const writer = stash.openWriter()
    writer.write(Buffer.from('text'))
    for (const name of temporaryIn(stash.dir)) rmSync(join(stash.dir, name))
    expect(failureOf(() => writer.commit()).reason).toBe('io')
    expect(readAll(writer.readPieces()).toString()).toBe('text')
    writer.close()
  })
})
