import { describe, expect, it } from 'vitest'
import { StashError } from '../../stash/stash.ts'
import type { StashWriter } from '../../stash/writer.ts'
import { type Captured, createCapture, MEMORY, TAIL } from './capture.ts'

/** A writer in memory that refuses after so many bytes, or at the end. */
const fakeWriter = (refuseAt = Number.POSITIVE_INFINITY, refuseCommit = false): StashWriter => {
  let content = Buffer.alloc(0)
  return {
    get bytes() {
      return content.length
    },
    write: (piece) => {
      if (content.length + piece.length > refuseAt) throw new StashError('full', 'Full.')
      content = Buffer.concat([content, piece])
    },
    touch: () => {},
    *readPieces(from = 0) {
      yield content.subarray(from)
    },
    commit: () => {
      if (refuseCommit) throw new StashError('mismatch', 'Not the same.')
      return { key: 'k', path: '/k.txt', bytes: content.length, fresh: true }
    },
    close: () => {},
  }
}

interface Setting {
  readonly openWriter: () => StashWriter
  readonly limit?: number
  readonly readers?: number
}

/** Captures the pieces and tells what passed through, what was refused and what is kept. */
const capture = (pieces: readonly Buffer[], { openWriter, limit = 1e9, readers = Number.POSITIVE_INFINITY }: Setting) => {
  let passed = Buffer.alloc(0)
  const refusals: string[] = []
  const read: boolean[] = []
  const job = createCapture({
    openWriter,
    limit,
    pass: (piece) => {
      if (passed.length >= readers) return false
      passed = Buffer.concat([passed, piece])
      return true
    },
    onRefusal: ({ reason }) => refusals.push(reason),
  })
  for (const piece of pieces) read.push(job.add(piece))
  const captured = job.finish()
  return { captured, passed, refusals, read, job }
}

/** Numbered lines, in pieces of an odd size. */
const pieces = (bytes: number): Buffer[] => {
  const text = Array.from({ length: Math.ceil(bytes / 8) }, (_, i) => `${String(i).padStart(7, '0')}\n`)
    .join('')
    .slice(0, bytes)
  const all = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes / 1001) }, (_, i) => all.subarray(i * 1001, (i + 1) * 1001))
}

const keptIn = (captured: Captured): Buffer =>
  captured.where === 'stash' ? Buffer.concat(Array.from(captured.readPieces(), (piece) => Buffer.from(piece))) : Buffer.alloc(0)

describe('createCapture', () => {
  it('keeps a short output in memory and asks for no writer', () => {
    const input = pieces(MEMORY)
    const { captured } = capture(input, {
      openWriter: () => {
        throw new Error('not asked for')
      },
    })
    expect(captured).toEqual({ where: 'memory', bytes: Buffer.concat(input) })
  })

  it('moves a longer one to the stash, whole', () => {
    const input = pieces(MEMORY + 1)
    const { captured, passed, job } = capture(input, { openWriter: () => fakeWriter() })
    expect(captured).toMatchObject({ where: 'stash', bytes: MEMORY + 1, lines: MEMORY / 8, beyond: 0, linesBeyond: 0 })
    expect(keptIn(captured).equals(Buffer.concat(input))).toBe(true)
    expect([passed.length, job.lines]).toEqual([0, MEMORY / 8])
  })

  it.each([
    ['at once', 0],
    ['while the first pieces are moved', 3000],
    ['later', 15_000],
    ['at the end', Number.POSITIVE_INFINITY],
  ])('passes everything on in order when the stash refuses %s', (_, refuseAt) => {
    const input = pieces(20_001)
    const { captured, passed, refusals } = capture(input, {
      openWriter: () => fakeWriter(refuseAt, refuseAt === Number.POSITIVE_INFINITY),
    })
    expect(captured).toEqual({ where: 'passed' })
    expect(passed.equals(Buffer.concat(input))).toBe(true)
    expect(refusals).toHaveLength(1)
  })

  it('passes everything on when no writer can be opened', () => {
    const input = pieces(20_001)
    const { passed, refusals } = capture(input, {
      openWriter: () => {
        throw new StashError('readonly', 'Read-only.')
      },
    })
    expect([passed.equals(Buffer.concat(input)), refusals]).toEqual([true, ['readonly']])
  })

  it('says when nobody reads what passes', () => {
    const { read } = capture(pieces(20_001), { openWriter: () => fakeWriter(0), readers: 12_000 })
    expect(read.slice(0, 10).every(Boolean)).toBe(true)
    expect(read.at(-1)).toBe(false)
  })

  it('over the limit keeps the start, counts the rest and has its end', () => {
    const total = 3 * TAIL + 5
    const all = Buffer.concat(pieces(total))
    const { captured } = capture(pieces(total), { openWriter: () => fakeWriter(), limit: 100_003 })
    expect(captured).toMatchObject({
      where: 'stash',
      bytes: total,
      beyond: total - 100_003,
      lines: Math.floor(total / 8),
      linesBeyond: Math.floor(total / 8) - Math.floor(100_003 / 8),
    })
    expect(keptIn(captured).equals(all.subarray(0, 100_003))).toBe(true)
    expect(captured.where === 'stash' && captured.tail.equals(all.subarray(-TAIL))).toBe(true)
  })

  it('a little over the limit: the tail holds at least what is not kept', () => {
    const all = Buffer.concat(pieces(50_000))
    const { captured } = capture(pieces(50_000), { openWriter: () => fakeWriter(), limit: 49_990 })
    expect(captured.where === 'stash' && captured.beyond).toBe(10)
    expect(captured.where === 'stash' && captured.tail.subarray(-10).equals(all.subarray(-10))).toBe(true)
  })

  it('an error that is not of the stash is not hidden', () => {
    const openWriter = (): StashWriter => {
      throw new TypeError('a bug')
    }
    expect(() => capture(pieces(20_001), { openWriter })).toThrow('a bug')
  })
})
