import { describe, expect, it } from 'vitest'
import { createMemoryStash } from './memory.ts'
import { retrieve } from './retrieve.ts'

const options = { ask: (request: object) => JSON.stringify(request) }

describe('retrieve', () => {
  it('gives a page of what the first stash that knows the key has', async () => {
    const [empty, full] = [createMemoryStash(), createMemoryStash()]
    const { key } = await full.put('one\r\ntwo\r\n')
    expect(await retrieve([empty, full], key, { lines: [2, 2] }, options)).toMatchObject({
      ok: true,
      key,
      text: `[diet] ${key}: L2 of 2 lines.\ntwo\r\n`,
    })
  })

  it('prefers the miss that tells what happened', async () => {
    const [knows, empty] = [createMemoryStash(), createMemoryStash()]
    const { key } = await knows.put('text')
    await knows.purge()
    for (const stashes of [
      [knows, empty],
      [empty, knows],
    ]) {
      expect(await retrieve(stashes, key, {}, options)).toMatchObject({ ok: false, reason: 'evicted' })
    }
  })

  it('answers a bad request with a sentence', async () => {
    const stash = createMemoryStash()
    const { key } = await stash.put('one\n')
    expect(await retrieve([stash], key, { lines: [5, 5] }, options)).toMatchObject({
      ok: false,
      reason: 'request',
      message: expect.stringContaining('1 lines'),
    })
    expect(await retrieve([stash], 'no key', {}, options)).toMatchObject({ ok: false, reason: 'unknown' })
  })

  it('says that bytes were no UTF-8', async () => {
    const stash = createMemoryStash()
    const { key } = await stash.put(Uint8Array.from([0x61, 0xff, 0x0a]))
    expect(await retrieve([stash], key, {}, options)).toMatchObject({
      text: `[diet] ${key} (bytes that are not UTF-8 show as U+FFFD): L1 of 1 lines.\na\ufffd\n`,
    })
  })
})
