import { describe, expect, it } from 'vitest'
import { createMemoryStash } from '../stash/memory.ts'
import { type Stash, StashError } from '../stash/stash.ts'
import { dietRequestAsync, dietRequestBytesAsync } from './diet-request.ts'
import { stashDiet } from './stash-diet.ts'

const log = (seed: number): string =>
  Array.from({ length: 900 }, (_, i) =>
    i === 500 ? `ERROR disk ${seed} is full` : `step ${i} of ${seed} took ${(i * 7919) % 997} ms`,
  ).join('\n')

const bodyWith = (texts: readonly string[], more: object = {}) => ({
  ...more,
  messages: [
    { role: 'user', content: 'go' },
    ...texts.map((content, i) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${i}`, content }] })),
  ],
})

const options = { budget: 300, threshold: 500 }

/** A stash that notes when it keeps something. */
const noting = (stash: Stash, notes: string[]): Stash => ({
  ...stash,
  put: async (content, meta) => {
    const ref = await stash.put(content, meta)
    notes.push(ref.key)
    return ref
  },
})

describe('a diet that saves first', () => {
  it('sends no digest whose original is not in the stash', async () => {
    const stash = createMemoryStash()
    const notes: string[] = []
    const texts = [log(1), log(2), 'small']
    const { body, report } = await dietRequestAsync(bodyWith(texts), { ...options, diet: stashDiet(noting(stash, notes)) })
    expect(report.fates).toEqual({ reduced: 2, small: 1 })
    expect(report.keys).toEqual(notes)
    for (const [i, key] of report.keys.entries()) {
      const sent = (body.messages[i + 1] as unknown as { content: { content: string }[] }).content[0]!.content
      expect(sent.split('\n')[0]).toContain(`complete output, unmodified: context-diet retrieve ${key}`)
      const found = await stash.get(key)
      expect(found.found && found.bytes.toString('utf8')).toBe(texts[i])
      expect(found.found && found.meta).toMatchObject({ kind: 'log', receipt: { version: 1, key } })
    }
  })

  it('keeps a result whole whose original cannot be saved, and says why', async () => {
    const broken: Stash = {
      ...createMemoryStash(),
      put: async () => {
        throw new StashError('full', 'Nothing was saved: the disk is full.')
      },
    }
    const json = JSON.stringify(bodyWith([log(1)]))
    const { body, changed, report } = await dietRequestBytesAsync(json, { ...options, diet: stashDiet(broken) })
    expect([body, changed]).toEqual([json, false])
    expect(report.problems).toEqual(['diet failed: Nothing was saved: the disk is full.'])
  })

  it('keeps a result whole that no UTF-8 gives back', async () => {
    const { changed, report } = await dietRequestAsync(bodyWith([`${log(1)}\n\ud800`]), {
      ...options,
      diet: stashDiet(createMemoryStash()),
    })
    expect(changed).toBe(false)
    expect(report.fates).toEqual({ failed: 1 })
  })

  it('saves nothing for a result that stays', async () => {
    const notes: string[] = []
    await dietRequestAsync(bodyWith([log(1)]), {
      ...options,
      budget: 100_000,
      diet: stashDiet(noting(createMemoryStash(), notes)),
    })
    expect(notes).toEqual([])
  })

  it('complaint D5: names the retrieval tool only where the request offers it', async () => {
    const tools = [{ name: 'mcp__diet__diet_retrieve', input_schema: { type: 'object' } }]
    const sentWith = async (more: object): Promise<string> => {
      const diet = stashDiet(createMemoryStash())
      const { body } = await dietRequestAsync(bodyWith([log(1)], more), { ...options, diet, retrieveTool: 'diet_retrieve' })
      return JSON.stringify(body.messages)
    }
    expect(await sentWith({ tools })).toMatch(/unmodified: diet_retrieve \{\\\\?"key/)
    expect(await sentWith({})).toMatch(/unmodified: context-diet retrieve [0-9a-f]{24}/)
  })

  it('is the same text in every process', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => dietRequestAsync(bodyWith([log(7)]), { ...options, diet: stashDiet(createMemoryStash()) })),
    )
    expect(first!.body).toEqual(second!.body)
  })
})
