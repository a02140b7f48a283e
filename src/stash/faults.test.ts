/** Faults of disks and permissions, brought about for real. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileStash } from './file.ts'
import { compileStash, failureOf, filesIn, runNode, temporaryIn, useDirectory } from './testing.ts'

const mounted: string[] = []
const { root, newDir } = useDirectory()
// Runs before the directory is removed.
afterAll(() => {
  for (const dir of mounted) spawnSync('umount', [dir])
})

let fileModule = ''
beforeAll(() => {
  // Another user runs it.
  chmodSync(root, 0o755)
  fileModule = compileStash(join(root, 'compiled'))
})

const mount = (...args: readonly string[]): boolean => spawnSync('mount', args).status === 0

/** A file system of 256 KB, or undefined where this user may not mount one. */
const smallDisk = (): string | undefined => {
  const dir = newDir()
  if (!mount('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', dir)) return undefined
  mounted.push(dir)
  return dir
}

const NO_MOUNT = 'mounting needs root'
const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65_534

describe('disk', () => {
  it('full: refuses with the reason, keeps what it had, leaves nothing half written', ({ skip }) => {
    const disk = smallDisk() ?? skip(NO_MOUNT)
    const dir = join(disk, 'stash')
    const stash = createFileStash({ dir })
    const first = randomBytes(150_000)
    const { key } = stash.putSync(first)
    const error = failureOf(() => stash.putSync(randomBytes(150_000)))
    expect(error.reason).toBe('full')
    expect(error.message).toMatch(/disk is full; free some space/)
    expect(temporaryIn(dir)).toEqual([])
    expect(filesIn(dir, '.txt')).toEqual([`${key}.txt`])
    const found = stash.getSync(key)
    expect(found.found && found.bytes.equals(first)).toBe(true)
    expect(stash.putSync(first)).toMatchObject({ key, fresh: false })
    // Room again, and it works again.
    rmSync(join(dir, `${key}.txt`))
    expect(stash.putSync(randomBytes(150_000)).fresh).toBe(true)
  })

  it('full to the last byte: gc and purge still work and make room', async ({ skip }) => {
    const disk = smallDisk() ?? skip(NO_MOUNT)
    const dir = join(disk, 'stash')
    const stash = createFileStash({ dir, pinOwn: false })
    const { key } = stash.putSync(randomBytes(100_000))
    try {
      for (;;) writeFileSync(join(disk, 'filler'), randomBytes(1000), { flag: 'a' })
    } catch {}
    const later = createFileStash({ dir, pinOwn: false, now: () => Date.now() + 8 * 86_400_000 })
    expect(await later.gc()).toMatchObject({ expired: 1 })
    expect(existsSync(join(dir, `${key}.txt`))).toBe(false)
    expect(stash.putSync(randomBytes(50_000)).fresh).toBe(true)
  })

  it('read-only: refuses with the reason and still reads', ({ skip }) => {
    const disk = smallDisk() ?? skip(NO_MOUNT)
    const dir = join(disk, 'stash')
    const stash = createFileStash({ dir })
    const { key } = stash.putSync('kept before')
    if (!mount('-o', 'remount,ro', disk)) skip(NO_MOUNT)
    expect(failureOf(() => stash.putSync('new')).reason).toBe('readonly')
    expect(failureOf(() => createFileStash({ dir: join(disk, 'other') }).putSync('new')).reason).toBe('readonly')
    expect(stash.getSync(key)).toMatchObject({ found: true })
  })
})

describe('permissions', () => {
  /** Runs a script as an ordinary user who owns `dir`; as that user already when the tests do not run as root. */
  const runAsUser = async (dir: string, script: string): Promise<unknown> => {
    if (IS_ROOT) for (const path of [dir, ...readdirSync(dir).map((name) => join(dir, name))]) chownSync(path, NOBODY, NOBODY)
    const { stdout, stderr } = await runNode(
      `import { createFileStash } from ${JSON.stringify(fileModule)}
       const stash = createFileStash({ dir: ${JSON.stringify(dir)} })
       const reasonOf = (action) => { try { action(); return 'none' } catch (error) { return error.reason } }
       console.log(JSON.stringify((() => { ${script} })()))`,
      IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {},
    )
    if (stderr !== '') throw new Error(stderr)
    return JSON.parse(stdout)
  }

  it('tells a directory that may not be written', async () => {
    const dir = newDir()
    chmodSync(dir, 0o500)
    expect(await runAsUser(dir, `return reasonOf(() => stash.putSync('x'))`)).toBe('permission')
  })

  it('tells a file that may not be read, and puts it anew when it can', async () => {
    const dir = newDir()
    const { key, path } = createFileStash({ dir }).putSync('text')
    chmodSync(path, 0)
    const script = `const key = ${JSON.stringify(key)}
      const before = stash.getSync(key)
      stash.putSync('text')
      return [before.reason, before.message, stash.getSync(key).found]`
    expect(await runAsUser(dir, script)).toEqual(['unreadable', expect.stringMatching(/EACCES.*repair that/), true])
  })

  it.skipIf(!IS_ROOT)('refuses a directory of somebody else (needs root to make one)', async () => {
    const dir = newDir()
    chmodSync(dir, 0o777)
    const { stdout } = await runNode(
      `import { createFileStash } from ${JSON.stringify(fileModule)}
       try { createFileStash({ dir: ${JSON.stringify(dir)} }).putSync('x') } catch (error) { console.log(error.reason) }`,
      { uid: NOBODY, gid: NOBODY },
    )
    expect(stdout.trim()).toBe('unsafe')
    expect(readdirSync(dir)).toEqual([])
  })
})
