import { describe, expect, it } from 'vitest'
import { analyse } from '../../signals/analysis.ts'
import { createSource } from '../../source/source.ts'
import { prepare } from '../../verbs/digest.ts'
import { type Reading, readLog } from './reading.ts'
import { splitServices } from './services.ts'

const TRACE = [
  'Traceback (most recent call last):',
  '  File "/srv/a.py", line 12, in post',
  '    print_label(parcel)',
  'PrinterOffline: no answer in 900 ms',
]
const THROWN = [
  'Error: connect ECONNREFUSED',
  '    at Pool.connect (/srv/pool.js:31:15)',
  '    at Queue.take (/srv/queue.js:77:9)',
]
const calm = (name: string): string[] => Array.from({ length: 12 }, (_, i) => `${name} has done step ${i}`)

/** The lines of two services in turn, from line 1: the first one's are 1, 3, 5, …. */
const inTurn = (a: readonly string[], b: readonly string[]): string =>
  a.flatMap((line, i) => [`api-1    | ${line}\n`, ...(b[i] === undefined ? [] : [`worker-1 | ${b[i]}\n`])]).join('')

const read = (text: string, exitCode?: number): Reading => {
  const source = createSource(text)
  return readLog(source, prepare(source, { budget: 300, exitCode }).ask)
}

describe('services that print between each other', () => {
  const text = inTurn([...TRACE, ...calm('api')], [...calm('worker').slice(0, 2), ...THROWN])

  it('have a failure each, of the lines of each', () => {
    const { findings, blocks } = read(text)
    const [trace, thrown] = findings.failures
    expect(findings.failures.length).toBe(2)
    expect(trace!.title).toBe(1)
    expect(trace!.blocks.flatMap(([from, to]) => [from, to])).toEqual([1, 1, 3, 3, 5, 5, 7, 7])
    expect(thrown!.title).toBe(6)
    expect(thrown!.blocks).toEqual([
      [6, 6],
      [8, 8],
      [10, 10],
    ])
    const numbers = [1, 3, 5, 7].map((n) => blocks.of[n - 1])
    expect(new Set(numbers).size).toBe(1)
    expect(new Set([6, 8, 10].map((n) => blocks.of[n - 1]))).not.toEqual(new Set(numbers))
    expect([2, 4, 12].map((n) => blocks.of[n - 1])).toEqual([0, 0, 0])
  })

  it('are as many failures as they have alone', () => {
    const alone = (lines: readonly string[]): number =>
      read(lines.map((line) => `api-1 | ${line}\n`).join('')).findings.failures.length
    expect(alone([...TRACE, ...calm('api')]) + alone([...calm('worker'), ...THROWN])).toBe(read(text).findings.failures.length)
  })

  it('fail by words only where nothing fails otherwise', () => {
    const words = ['depot exception', ...calm('worker')]
    expect(read(inTurn(calm('api'), words), 1).findings.failures.map(({ title }) => title)).toEqual([2])
    expect(
      read(inTurn([...calm('api').slice(0, 3), ...TRACE, ...calm('api')], words), 1).findings.failures.map(({ title }) => title),
    ).toEqual([7])
  })

  it('keep lines without a name below the line above', () => {
    const bare = text.replace('api-1    | PrinterOffline', 'PrinterOffline')
    expect(createSource(bare).prefix?.name).toBe('compose service')
    const services = splitServices(createSource(bare), analyse(createSource(bare)))!
    expect(services.map(({ lines }) => lines[0])).toEqual([1, 2])
    expect(services[1]!.lines).toContain(7)
  })
})

it('one service after the other, names of none, and lines that fail nowhere are read as they are', () => {
  const split = (text: string) => {
    const source = createSource(text)
    return splitServices(source, analyse(source))
  }
  const after = [...TRACE.map((line) => `api-1    | ${line}\n`), ...calm('worker').map((line) => `worker-1 | ${line}\n`)].join('')
  expect(split(after)).toBeUndefined()
  expect(split(TRACE.map((line) => `2024-05-01T12:00:00Z ${line}\n`).join(''))).toBeUndefined()
  expect(split(inTurn(calm('api'), calm('worker')))).toBeUndefined()
})
