/** A stash directory may come with a repository: nothing in it is trusted. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileStash } from './file.ts'
import { keyOf } from './key.ts'
import { failureOf, useDirectory } from './testing.ts'

const { newDir } = useDirectory()

describe('what is planted in the directory', () => {
  const plantedStash = () => {
    const dir = newDir()
    const victim = join(newDir(), 'victim')
    writeFileSync(victim, 'precious')
    return { dir, victim, stash: createFileStash({ dir }), key: keyOf(Buffer.from('text')) }
  }

  it('a symbolic link in place of the directory is refused', () => {
    const { victim } = plantedStash()
    const target = newDir()
    const link = join(newDir(), 'link')
    symlinkSync(target, link)
    expect(failureOf(() => createFileStash({ dir: link }).putSync('text'))).toMatchObject({ reason: 'unsafe' })
    expect(readdirSync(target)).toEqual([])
    expect(failureOf(() => createFileStash({ dir: victim }).putSync('text'))).toMatchObject({ reason: 'unsafe' })
    expect(failureOf(() => createFileStash({ dir: join(victim, 'below') }).putSync('text'))).toMatchObject({ reason: 'io' })
  })

  it('a symbolic link in place of an original is not read, and replaced without writing through it', () => {
    const { dir, victim, stash, key } = plantedStash()
    symlinkSync(victim, join(dir, `${key}.txt`))
    expect(stash.getSync(key)).toMatchObject({ reason: 'unreadable', message: expect.stringContaining('symbolic link') })
    stash.putSync('text')
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    expect(readFileSync(join(dir, `${key}.txt`), 'utf8')).toBe('text')
  })

  it('symbolic links in place of the books are not written through', async () => {
    const { dir, victim, stash, key } = plantedStash()
    for (const name of ['.tally', '.tombstones', '.gitignore', `${key}.json`]) symlinkSync(victim, join(dir, name))
    stash.putSync('text', { tool: 'Bash' })
    await stash.purge()
    expect(stash.getSync(key)).toMatchObject({ found: false })
    expect(readFileSync(victim, 'utf8')).toBe('precious')
  })

  it('a named pipe in place of an original does not block', () => {
    const { dir, stash, key } = plantedStash()
    expect(spawnSync('mkfifo', [join(dir, `${key}.txt`)]).status).toBe(0)
    expect(stash.getSync(key)).toMatchObject({ reason: 'unreadable', message: expect.stringContaining('not a regular file') })
    expect(stash.putSync('text').fresh).toBe(true)
    expect(stash.getSync(key)).toMatchObject({ found: true })
  })

  it('false books change no original', async () => {
    const { dir, stash, key } = plantedStash()
    writeFileSync(join(dir, '.tally'), '99999999999999 1e300\nNaN\n-5')
    writeFileSync(join(dir, '.tombstones'), `${key} ${'x'.repeat(1000)}\n${key} expired\n${key} torn`)
    expect(stash.putSync('text').fresh).toBe(true)
    expect(stash.getSync(key)).toMatchObject({ found: true })
    expect(await stash.gc()).toMatchObject({ expired: 0, evicted: 0 })
  })

  it('files of others are left alone', async () => {
    const { dir, stash } = plantedStash()
    const names = ['notes.txt', 'a.json', `${'A'.repeat(24)}.txt`, 'ledger.jsonl']
    for (const name of names) writeFileSync(join(dir, name), name)
    stash.putSync('text')
    await stash.purge()
    for (const name of names) expect(readFileSync(join(dir, name), 'utf8')).toBe(name)
  })
})

it('makes nothing before the first put', async () => {
  const dir = join(newDir(), 'not', 'there')
  const stash = createFileStash({ dir })
  await stash.gc()
  await stash.list()
  await stash.purge()
  expect(stash.getSync('a'.repeat(24))).toMatchObject({ reason: 'unknown' })
  expect(existsSync(dir)).toBe(false)
})
