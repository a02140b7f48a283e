import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { testConformance } from './conformance.ts'
import { createFileStash } from './file.ts'
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
