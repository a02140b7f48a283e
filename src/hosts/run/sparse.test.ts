import { describe, expect, it } from 'vitest'
import { buildSparse } from './sparse.ts'

const decode = (bytes: Buffer): string => bytes.toString('utf8')
/** Pieces of a megabyte, in a buffer that is used again as that of a file reader is. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  const piece = Buffer.alloc(1 << 20)
  for (let at = 0; at < content.length; at += piece.length) {
    const size = content.copy(piece, 0, at, at + piece.length)
    yield piece.subarray(0, size)
  }
}
const none = Buffer.alloc(0)

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `a plain line with the number ${i} and words that say nothing of note`)

describe('buildSparse', () => {
  it('keeps lines in their places: the start, the end, and what looks like a failure with its surroundings', () => {
    const lines = numbered(400_000)
    lines[199_999] = 'Error: the lease of shard 9 is lost'
    const content = Buffer.from(`${lines.join('\n')}\n`)
    const sparse = buildSparse({ pieces: piecesOf(content), tail: none, lostLines: 0, decode })
    const found = sparse!.text!.split('\n')
    expect(sparse).toMatchObject({ lines: 400_000, chars: content.length, dropped: 0 })
    expect(found.length).toBe(400_001)
    const isWrong = found.findIndex((line, at) => line !== '' && line !== lines[at])
    expect(isWrong).toBe(-1)
    expect([found[0], found[199_997], found[199_999], found[200_007], found[399_999]]).toEqual([
      lines[0],
      lines[199_997],
      lines[199_999],
      lines[200_007],
      lines[399_999],
    ])
    expect([found[199_996], found[200_008], found[300_000]]).toEqual(['', '', ''])
    expect(sparse!.text!.length).toBeLessThan(content.length / 4)
  })

  it('counts the lines that are nowhere and goes on with the tail behind them', () => {
    const kept = Buffer.from(`${numbered(10).join('\n')}\na line that is cut in its mid`)
    const sparse = buildSparse({ pieces: [kept], tail: Buffer.from('end 1\nend 2'), lostLines: 5, decode })
    // Ten lines, the cut one whose line end is among the five lost ones, four more, two of the tail.
    const found = sparse!.text!.split('\n')
    expect(found.length).toBe(10 + 5 + 2)
    expect([found[10], found[14], found[15], found[16]]).toEqual(['a line that is cut in its mid', '', 'end 1', 'end 2'])
  })

  it('has no answer for a line that no block ends in', () => {
    const content = Buffer.alloc(40 << 20, 'x')
    expect(buildSparse({ pieces: piecesOf(content), tail: none, lostLines: 0, decode })).toBeUndefined()
  })

  it('has no text for more lines than the engine should take, and still knows the failures', () => {
    const lost = buildSparse({ pieces: [Buffer.from('a\n')], tail: Buffer.from('Error: b\n'), lostLines: 9e6, decode })
    expect(lost).toMatchObject({ text: undefined, lines: 9e6 + 2, failures: [{ line: 9e6 + 2, text: 'Error: b' }] })
    const many = buildSparse({ pieces: piecesOf(Buffer.alloc(9e6, '\n')), tail: none, lostLines: 0, decode })
    expect(many).toMatchObject({ text: undefined, lines: 9e6, failureCount: 0 })
  })

  it('remembers the first of each sort of failure', () => {
    const lines = ['Error: shard 1 is lost', 'ok', 'Error: shard 22 is lost', 'Error: disk full', '']
    const sparse = buildSparse({ pieces: [Buffer.from(lines.join('\n'))], tail: none, lostLines: 0, decode })
    expect(sparse!.failureCount).toBe(3)
    expect(sparse!.failures).toEqual([
      { line: 1, text: 'Error: shard 1 is lost' },
      { line: 4, text: 'Error: disk full' },
    ])
  })
})
