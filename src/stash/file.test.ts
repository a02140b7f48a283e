import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testConformance } from './conformance.ts'
import { createFileStash } from './file.ts'
import { openProjectStash, userStashDirectory } from './places.ts'
import { DEFAULT_TTL_MS } from './stash.ts'

const root = mkdtempSync(join(tmpdir(), 'diet-stash-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

testConformance({
  name: 'file',
  create: async (keeping) => {
    let ahead = 0
    const dir = mkdtempSync(join(root, 'case-'))
    const now = (): number => Date.now() + ahead
    return {
      stash: createFileStash({ ...keeping, dir, now }),
      expire: async () => {
        ahead += DEFAULT_TTL_MS + 60_000
      },
      tamper: async (key) => writeFileSync(join(dir, `${key}.txt`), 'the fake text'),
      obstruct: async (key) => {
        const path = join(dir, `${key}.txt`)
        rmSync(path)
        // Root reads whatever its mode is; nobody reads a socket, a pipe or a directory as a file.
        mkdirSync(path)
      },
      reopen: async (next) => createFileStash({ ...next, dir, now }),
    }
  },
})

describe('file stash', () => {
  const newDir = (): string => mkdtempSync(join(root, 'own-'))

  it('writes what an agent can open: the exact bytes, for the owner alone', () => {
    const before = process.umask(0)
    try {
      const dir = join(newDir(), 'a', 'stash')
      const { key, path } = createFileStash({ dir }).putSync('one\r\ntwo', { tool: 'Bash' })
      expect(path).toBe(join(dir, `${key}.txt`))
      expect(readFileSync(path)).toEqual(Buffer.from('one\r\ntwo'))
      expect(readdirSync(dir).sort()).toEqual(['.gitignore', '.tally', `${key}.json`, `${key}.txt`].sort())
      for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600)
      for (const made of [dir, join(dir, '..')]) expect(statSync(made).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })

  it('closes a directory and a file that others could read', () => {
    const dir = newDir()
    const { path } = createFileStash({ dir }).putSync('text')
    chmodSync(dir, 0o755)
    chmodSync(path, 0o644)
    createFileStash({ dir }).putSync('text')
    expect([statSync(dir).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it('is invisible to git', () => {
    const cwd = newDir()
    const git = (...args: string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' })
    git('init', '-q')
    openProjectStash(cwd).putSync('text')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('keeps what a reader opens as a file, without being asked', async () => {
    const dir = newDir()
    const { key, path } = createFileStash({ dir }).putSync('text')
    const readAt = Date.now() / 1000 + 5 * 86_400
    utimesSync(path, readAt, statSync(path).mtimeMs / 1000)
    const later = createFileStash({ dir, now: () => Date.now() + 10 * 86_400_000 })
    expect(await later.gc()).toMatchObject({ expired: 0 })
    expect(later.getSync(key)).toMatchObject({ found: true })
  })

  it('sweeps by itself once an hour, when something is put', () => {
    const dir = newDir()
    let now = Date.now()
    const first = createFileStash({ dir, now: () => now })
    const { path } = first.putSync('old')
    now += 8 * 86_400_000
    createFileStash({ dir, now: () => now }).putSync('new')
    expect(existsSync(path)).toBe(false)
  })

  it('survives that its directory is removed', () => {
    const dir = newDir()
    const stash = createFileStash({ dir })
    const { key } = stash.putSync('one')
    rmSync(dir, { recursive: true })
    expect(stash.getSync(key)).toMatchObject({ reason: 'unknown' })
    expect(stash.putSync('one').fresh).toBe(true)
    expect(existsSync(join(dir, '.gitignore'))).toBe(true)
  })

  it('resolves a relative directory when it is opened', () => {
    const dir = newDir()
    expect(createFileStash({ dir: relative(process.cwd(), dir) }).dir).toBe(dir)
  })
})

describe('places', () => {
  const at = (...parts: string[]): string => {
    const dir = join(mkdtempSync(join(root, 'place-')), ...parts)
    mkdirSync(dir, { recursive: true })
    return dir
  }

  it('puts a project stash into the root of the project', () => {
    const below = at('project', 'packages', 'one')
    expect(openProjectStash(below).dir).toBe(join(below, '.context-diet'))
    const project = join(below, '..', '..')
    mkdirSync(join(project, '.git'))
    expect(openProjectStash(below).dir).toBe(join(project, '.context-diet'))
    writeFileSync(join(below, 'context-diet.json'), '{}')
    expect(openProjectStash(below).dir).toBe(join(below, '.context-diet'))
  })

  it('puts a user stash into the state directory', () => {
    expect(userStashDirectory({ XDG_STATE_HOME: '/state', HOME: '/home/me' })).toBe('/state/context-diet/stash')
    expect(userStashDirectory({ XDG_STATE_HOME: 'relative', HOME: '/home/me' })).toBe('/home/me/.local/state/context-diet/stash')
    expect(userStashDirectory({ HOME: '/home/me' })).toBe('/home/me/.local/state/context-diet/stash')
  })
})
