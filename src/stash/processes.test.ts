/** Several processes, killed processes and very many entries. */
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFileStash } from './file.ts'
import { keyOf } from './key.ts'
import { compileStash, expectWhole, filesIn, runNode, startNode, temporaryIn, useDirectory } from './testing.ts'

const { root, newDir } = useDirectory()
let fileModule = ''
beforeAll(() => {
  fileModule = compileStash(join(root, 'compiled'))
})

describe('kill -9', () => {
  it('in mid-write leaves no half file under a key, and gc removes the rest', async () => {
    const dir = newDir()
    const script = `import { createFileStash } from ${JSON.stringify(fileModule)}
      const stash = createFileStash({ dir: ${JSON.stringify(dir)} })
      for (let n = 0; ; n++) stash.putSync(Buffer.alloc(8_000_000, 'line ' + n + ' of process ' + process.pid + '\\n'))`
    for (let round = 0; round < 6; round++) {
      const { child, ended } = startNode(script)
      const isWriting = (): boolean => temporaryIn(dir).length > round
      // Every other round waits until a write has begun at all, so that both the write and the rename are hit.
      while (!isWriting()) {
        if (child.exitCode !== null) throw new Error((await ended).stderr)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      if (round % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 3 * round))
      child.kill('SIGKILL')
      expect((await ended).signal).toBe('SIGKILL')
      expectWhole(dir)
      if (temporaryIn(dir).length <= round) round--
      for (const name of filesIn(dir, '.txt')) rmSync(join(dir, name))
    }
    expect(temporaryIn(dir).length).toBeGreaterThanOrEqual(6)
    expect(await createFileStash({ dir }).gc(), 'a write may still be going on').toMatchObject({ temporary: 0 })
    const later = createFileStash({ dir, now: () => Date.now() + 11 * 60_000 })
    expect((await later.gc()).temporary).toBeGreaterThanOrEqual(6)
    expect(temporaryIn(dir)).toEqual([])
  })

  it('of a removal in mid-way gives the original its name back', async () => {
    const dir = newDir()
    const { key, path } = createFileStash({ dir }).putSync('on its way out')
    writeFileSync(join(dir, `.out-${key}-1-0-abcdef01`), readFileSync(path))
    rmSync(path)
    await createFileStash({ dir, now: () => Date.now() + 11 * 60_000 }).gc()
    expect(createFileStash({ dir }).getSync(key)).toMatchObject({ found: true })
    expect(temporaryIn(dir)).toEqual([])
  })
})

describe('several processes', () => {
  it('put the same keys at once, each reads back what it put', async () => {
    const dir = newDir()
    const script = `import { createFileStash } from ${JSON.stringify(fileModule)}
      const stash = createFileStash({ dir: ${JSON.stringify(dir)} })
      for (let round = 0; round < 3; round++) for (let n = 0; n < 40; n++) {
        const text = ('content ' + n + '\\r\\n').repeat(2000)
        const { key } = stash.putSync(text, { tool: 'process ' + process.pid })
        const found = stash.getSync(key)
        if (!found.found || found.bytes.toString() !== text) throw new Error(key + ' ' + found.reason)
      }`
    const all = await Promise.all([1, 2, 3].map(() => runNode(script)))
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual([1, 2, 3].map(() => [0, '']))
    expect(filesIn(dir, '.txt')).toHaveLength(40)
    expectWhole(dir)
    expect(temporaryIn(dir)).toEqual([])
  })

  it('one puts what another is just removing: what was put is there', async () => {
    const dir = newDir()
    const texts = Array.from({ length: 1500 }, (_, n) => `content ${n}\n`)
    const stash = createFileStash({ dir, durable: false })
    const refs = texts.map((text) => stash.putSync(text))
    const longAgo = Date.now() / 1000 - 8 * 86_400
    for (const { path } of refs) utimesSync(path, longAgo, longAgo)
    const start = `import { createFileStash } from ${JSON.stringify(fileModule)}
      const stash = createFileStash({ dir: ${JSON.stringify(dir)}, durable: false })
      while (Date.now() < ${Date.now() + 1000});`
    const sweeper = runNode(`${start} for (let n = 0; n < 20; n++) await stash.gc()`)
    const putter = runNode(`${start} for (let n = 1499; n >= 0; n--) stash.putSync('content ' + n + '\\n')`)
    expect([(await sweeper).stderr, (await putter).stderr]).toEqual(['', ''])
    const lost = refs.filter(({ path }) => !existsSync(path))
    expect(lost).toEqual([])
    expectWhole(dir)
  })

  it('one puts what another removes between its look and its answer', () => {
    const dir = newDir()
    const { key, path } = createFileStash({ dir }).putSync('text')
    let removeNow = false
    // The clock is read between opening the file that is there and looking for its name again.
    const now = (): number => {
      if (removeNow) rmSync(path, { force: true })
      removeNow = false
      return Date.now()
    }
    const stash = createFileStash({ dir, now })
    stash.putSync('other')
    removeNow = true
    expect(stash.putSync('text')).toMatchObject({ key, fresh: true })
    expect(removeNow).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('text')
  })

  it('one purges while another puts: a put succeeds or says so, never both', async () => {
    const dir = newDir()
    const start = `import { createFileStash } from ${JSON.stringify(fileModule)}
      const stash = createFileStash({ dir: ${JSON.stringify(dir)}, durable: false })`
    const purger = runNode(`${start}; for (let n = 0; n < 200; n++) await stash.purge()`)
    const putter = runNode(`${start}; let failed = 0
      for (let n = 0; n < 1500; n++) try { stash.putSync('content ' + n) } catch (error) { if (error.reason !== 'io') throw error; failed++ }
      console.log(failed)`)
    const [purged, put] = [await purger, await putter]
    expect([purged.stderr, put.stderr]).toEqual(['', ''])
    expectWhole(dir)
  })
})

describe('very many entries', () => {
  // scripts/stash-scale.sh runs it with 100,000.
  const count = Number(process.env.DIET_STASH_ENTRIES ?? 8_000)

  it(`are put, listed, swept and missed: ${count}`, async () => {
    const dir = newDir()
    let ahead = 0
    const stash = createFileStash({ dir, durable: false, pinOwn: false, maxBytes: 100 * count, now: () => Date.now() + ahead })
    const textOf = (n: number): string => String(n).padStart(40, '.')
    for (let n = 0; n < count; n++) stash.putSync(textOf(n))
    expect(await stash.usage()).toMatchObject({ entries: count, bytes: 40 * count })
    expect(await stash.list()).toHaveLength(count)
    expect(await stash.gc()).toMatchObject({ expired: 0, evicted: 0 })
    expect(statSync(join(dir, '.tally')).size).toBeLessThan(64 * 1024)
    ahead = 8 * 86_400_000
    expect(await stash.gc()).toMatchObject({ expired: count, freed: 40 * count })
    expect(filesIn(dir, '.txt')).toEqual([])
    expect(stash.getSync(keyOf(Buffer.from(textOf(count - 1))))).toMatchObject({
      reason: expect.stringMatching(/expired|unknown/),
    })
    expect(statSync(join(dir, '.tombstones')).size).toBeLessThan(1024 * 1024)
  })
})
