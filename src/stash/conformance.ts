/** What every stash does, as one suite that each implementation runs; an implementation names the cases it cannot have, with the reason. */
import { describe, expect, it } from 'vitest'
import { keyOf } from './key.ts'
import { type Keeping, MISSING_REASONS, type MissingReason, type Stash, StashError } from './stash.ts'

export interface Subject {
  readonly stash: Stash
  /** Lets so much time pass that nothing used before is kept; what is used afterwards is. */
  expire(): Promise<void>
  /** Changes the bytes kept under a key behind the stash's back. */
  tamper?(key: string): Promise<void>
  /** Makes what is kept under a key unreadable. */
  obstruct?(key: string): Promise<void>
  /** Another stash over the same contents, as another process has it. */
  reopen?(keeping?: Keeping): Promise<Stash>
}

export interface Implementation {
  readonly name: Stash['name']
  /** An empty stash of its own, cleaned up by the implementation's test file. */
  create(keeping?: Keeping): Promise<Subject>
  /** Why a case does not exist here. */
  readonly skip?: Partial<Record<'tamper' | 'obstruct' | 'reopen', string>>
}

/** Texts and bytes that a careless store changes. */
const EXACT: readonly (readonly [what: string, content: string | Uint8Array])[] = [
  ['nothing', ''],
  ['CRLF and a lone CR', 'one\r\ntwo\rthree\r\n'],
  ['no final newline', 'one\ntwo'],
  ['a byte order mark', '\ufeffone\n'],
  ['NUL and control characters', 'a\u0000b\u001b[31mc\u0007'],
  ['characters of 1 to 4 bytes', 'aéह🍃시\n'],
  ['bytes that are no UTF-8', Uint8Array.from([0x66, 0xff, 0xfe, 0x80, 0x0a, 0xc3, 0x28])],
  ['two megabytes', 'a line of some length\r\n'.repeat(100_000)],
]

const bytesOf = (content: string | Uint8Array): Buffer => Buffer.from(content as Uint8Array)

const missReason = async (stash: Stash, key: string): Promise<MissingReason> => {
  const answer = await stash.get(key)
  if (answer.found) throw new Error(`${key} was found`)
  expect(MISSING_REASONS).toContain(answer.reason)
  // One sentence that ends, and tells the way out.
  expect(answer.message).toMatch(/^[^\n]{20,400}\.$/)
  expect(answer.message).toMatch(/run the command again|24 hex characters/)
  return answer.reason
}

const reasonOf = async (action: Promise<unknown>): Promise<string> => {
  const error = await action.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StashError)) throw error
  expect(error.message).toMatch(/^[^\n]{20,500}\.$/)
  return error.reason
}

const NEVER_PUT = 'f'.repeat(24)

const describeContents = ({ create }: Implementation): void => {
  it.each(EXACT)('gives back exactly: %s', async (_what, content) => {
    const { stash } = await create()
    const ref = await stash.put(content)
    expect(ref).toMatchObject({ key: keyOf(bytesOf(content)), bytes: bytesOf(content).length, fresh: true })
    const found = await stash.get(ref.key)
    expect(found.found && found.bytes.equals(bytesOf(content))).toBe(true)
  })

  it('names content by the SHA-256 of its bytes', async () => {
    const { stash } = await create()
    // The first 24 hex characters of the test value for "abc" in FIPS 180-2.
    expect((await stash.put('abc')).key).toBe('ba7816bf8f01cfea414140de')
  })

  it('is not affected by what the caller does to its bytes', async () => {
    const { stash } = await create()
    const bytes = Buffer.from('original')
    const { key } = await stash.put(bytes)
    bytes.fill(0)
    const first = await stash.get(key)
    if (first.found) first.bytes.fill(0)
    const second = await stash.get(key)
    expect(second.found && second.bytes.toString()).toBe('original')
  })

  it('keeps the same content once', async () => {
    const { stash } = await create()
    const first = await stash.put('same')
    const second = await stash.put(Buffer.from('same'))
    expect([first.fresh, second.fresh, second.key]).toEqual([true, false, first.key])
    expect(await stash.list()).toHaveLength(1)
    expect(await stash.usage()).toMatchObject({ entries: 1, bytes: 4 })
  })

  it('keeps what belongs beside an original', async () => {
    const { stash } = await create()
    const { key } = await stash.put('text', { tool: 'Bash', kind: 'log', receipt: { version: 1 } })
    const found = await stash.get(key)
    expect(found.found && found.meta).toEqual({ tool: 'Bash', kind: 'log', receipt: { version: 1 } })
    await stash.put('text')
    const again = await stash.get(key)
    expect(again.found && again.meta).toMatchObject({ tool: 'Bash' })
  })

  it('refuses a text that UTF-8 cannot hold', async () => {
    const { stash } = await create()
    expect(await reasonOf(stash.put('cut \ud83c'))).toBe('unencodable')
    expect(await stash.list()).toEqual([])
  })

  it('never gives a key to other content', async () => {
    const { stash } = await create({ keyOf: () => '0'.repeat(24) })
    await stash.put('first')
    expect(await reasonOf(stash.put('other'))).toBe('collision')
    const found = await stash.get('0'.repeat(24))
    expect(found.found && found.bytes.toString()).toBe('first')
  })

  it('works when methods are taken off the object', async () => {
    const { put, get } = (await create()).stash
    expect(await get((await put('x')).key)).toMatchObject({ found: true })
  })
}

const describeKeys = ({ create }: Implementation): void => {
  it('takes a key in either case, in a path, with spaces around it', async () => {
    const { stash } = await create()
    const { key } = await stash.put('text')
    for (const asked of [
      key,
      key.toUpperCase(),
      `  ${key}\n`,
      `.context-diet/${key}.txt`,
      `C:\\work\\.context-diet\\${key}.txt`,
    ]) {
      expect(await stash.get(asked), asked).toMatchObject({ found: true, key })
    }
  })

  it.each([
    '',
    'abc',
    'g'.repeat(24),
    '../outside',
    '/etc/passwd',
    `../${'a'.repeat(23)}`,
    'a'.repeat(25),
    'a'.repeat(100_000),
    'a\0b',
  ])('knows nothing by the name %j', async (asked) => {
    const { stash } = await create()
    expect(await missReason(stash, asked)).toBe('unknown')
  })
}

const describeMisses = ({ create, skip = {} }: Implementation): void => {
  it('tells what expired from what never was', async () => {
    const { stash, expire } = await create({ pinOwn: false })
    const { key } = await stash.put('old')
    await expire()
    expect(await missReason(stash, key)).toBe('expired')
    expect(await missReason(stash, key), 'asked again').toBe('expired')
    expect(await missReason(stash, NEVER_PUT)).toBe('unknown')
  })

  it('tells what gc expired from what it evicted', async () => {
    const { stash, expire } = await create({ pinOwn: false, maxBytes: 1000 })
    const old = await stash.put('o'.repeat(100))
    await expire()
    const less = await stash.put('l'.repeat(600))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const more = await stash.put('m'.repeat(600))
    await stash.gc()
    expect(await missReason(stash, old.key)).toBe('expired')
    expect(await missReason(stash, less.key)).toBe('evicted')
    expect(await stash.get(more.key)).toMatchObject({ found: true })
  })

  it('counts a put and a get as use', async () => {
    const { stash, expire } = await create({ pinOwn: false })
    const { key } = await stash.put('again and again')
    await expire()
    expect((await stash.put('again and again')).key).toBe(key)
    expect(await stash.get(key)).toMatchObject({ found: true })
  })

  it('has again what is put again after it was gone', async () => {
    const { stash, expire } = await create({ pinOwn: false })
    const { key } = await stash.put('comes back')
    await expire()
    expect(await missReason(stash, key)).toBe('expired')
    expect(await stash.put('comes back')).toMatchObject({ key, fresh: true })
    expect(await stash.get(key)).toMatchObject({ found: true })
  })

  it.skipIf(skip.tamper !== undefined)(`shows no changed content, and repairs it on a put${skip.tamper ?? ''}`, async () => {
    const { stash, tamper } = await create()
    const { key } = await stash.put('the true text')
    await tamper!(key)
    expect(await missReason(stash, key)).toBe('corrupt')
    await stash.put('the true text')
    expect(await stash.get(key)).toMatchObject({ found: true })
  })

  it.skipIf(skip.obstruct !== undefined)(`tells what cannot be read${skip.obstruct ?? ''}`, async () => {
    const { stash, obstruct } = await create()
    const { key } = await stash.put('out of reach')
    await obstruct!(key)
    expect(await missReason(stash, key)).toBe('unreadable')
  })
}

const describeKeeping = ({ create, skip = {} }: Implementation): void => {
  it('evicts the least recently used first, and leaves room for the next', async () => {
    const { stash } = await create({ pinOwn: false, maxBytes: 1000 })
    const keys: string[] = []
    for (const letter of 'abcde') {
      keys.push((await stash.put(letter.repeat(180))).key)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await stash.get(keys[0]!)
    await stash.put('f'.repeat(180))
    const kept = (await stash.list()).map(({ key }) => key)
    expect(kept).toContain(keys[0])
    expect(kept).not.toContain(keys[1])
    expect((await stash.usage()).bytes).toBeLessThanOrEqual(900)
    expect(await missReason(stash, keys[1]!)).toBe('evicted')
  })

  it('never removes what this process refers to, and refuses more instead', async () => {
    const { stash } = await create({ maxBytes: 1000 })
    const { key } = await stash.put('a'.repeat(600))
    expect(await reasonOf(stash.put('b'.repeat(600)))).toBe('quota')
    expect(await reasonOf(stash.put('c'.repeat(2000)))).toBe('quota')
    await stash.gc()
    expect(await stash.get(key)).toMatchObject({ found: true })
    expect(await stash.list()).toHaveLength(1)
  })

  it('never removes what the caller says is in use', async () => {
    const inUse = new Set<string>()
    const { stash } = await create({ pinOwn: false, maxBytes: 1000, pinned: () => inUse })
    const pinned = await stash.put('p'.repeat(400))
    inUse.add(pinned.key)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const other = await stash.put('o'.repeat(400))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await stash.put('n'.repeat(400))
    expect(await stash.get(pinned.key)).toMatchObject({ found: true })
    expect(await missReason(stash, other.key)).toBe('evicted')
  })

  it('lists what was used last first, with sizes', async () => {
    const { stash } = await create()
    const first = await stash.put('first')
    await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await stash.put('the second')
    const entries = await stash.list()
    expect(entries.map(({ key, bytes }) => [key, bytes])).toEqual([
      [second.key, 10],
      [first.key, 5],
    ])
    expect(entries[0]!.lastUsed).toBeGreaterThan(entries[1]!.lastUsed)
  })

  it('purges what is named, what is older, or everything, and says that it did', async () => {
    const { stash } = await create()
    const named = await stash.put('named')
    expect(await stash.purge({ keys: [named.key, NEVER_PUT] })).toEqual({ removed: 1, freed: 5 })
    expect(await missReason(stash, named.key)).toBe('evicted')
    const older = await stash.put('older')
    const [entry] = await stash.list()
    expect(await stash.purge({ before: entry!.lastUsed })).toEqual({ removed: 0, freed: 0 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const newer = await stash.put('newer')
    expect(await stash.purge({ before: entry!.lastUsed + 1 })).toMatchObject({ removed: 1 })
    expect(await missReason(stash, older.key)).toBe('evicted')
    expect(await stash.get(newer.key)).toMatchObject({ found: true })
    await stash.purge()
    expect(await stash.usage()).toMatchObject({ entries: 0, bytes: 0 })
  })

  it('starts empty, and gc of nothing does nothing', async () => {
    const { stash } = await create()
    expect(await stash.gc()).toEqual({ expired: 0, evicted: 0, temporary: 0, freed: 0 })
    expect(await stash.list()).toEqual([])
    expect(await stash.usage()).toEqual({ entries: 0, bytes: 0, maxBytes: 1024 ** 3, ttlMs: 7 * 24 * 3_600_000 })
  })

  it.skipIf(skip.reopen !== undefined)(`is there for the next process, misses included${skip.reopen ?? ''}`, async () => {
    const { stash, reopen } = await create()
    const kept = await stash.put('kept')
    const purged = await stash.put('purged')
    await stash.purge({ keys: [purged.key] })
    await stash.close()
    const next = await reopen!()
    expect(await next.get(kept.key)).toMatchObject({ found: true })
    expect(await missReason(next, purged.key)).toBe('evicted')
  })
}

/** Declares the suite for one implementation. */
export const testConformance = (implementation: Implementation): void => {
  describe(`${implementation.name} stash`, () => {
    describe('contents', () => describeContents(implementation))
    describe('keys', () => describeKeys(implementation))
    describe('misses', () => describeMisses(implementation))
    describe('keeping', () => describeKeeping(implementation))
  })
}
