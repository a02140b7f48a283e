import { expect, test } from 'vitest'
import { createHistory } from './reopened.ts'

const cut = (key: string, program = 'npm') => ({ decision: 'reduced', tool: 'Bash', program, key }) as const
const look = (key: string) => ({ decision: 'reopened', tool: 'Read', key }) as const

test('often: two originals reopened, and at least half of the cuts', () => {
  const history = createHistory([cut('a'), cut('b'), cut('c'), look('a')])
  expect(history.isOften('Bash', 'npm')).toBe(false)
  history.add(look('b'))
  expect(history.isOften('Bash', 'npm')).toBe(true)
  // Two more good digests: two of five is less than half.
  history.add(cut('d'))
  expect(history.isOften('Bash', 'npm')).toBe(true)
  history.add(cut('e'))
  expect(history.isOften('Bash', 'npm')).toBe(false)
})

test('paging through one original is one look', () => {
  expect(createHistory([cut('a'), look('a'), look('a'), look('a')]).isOften('Bash', 'npm')).toBe(false)
})

test('another program is not blamed, nor is a look at something unknown', () => {
  const history = createHistory([cut('a'), cut('b'), look('a'), look('b'), look('x'), look('y')])
  expect(history.isOften('Bash', 'make')).toBe(false)
  expect(history.isOften('Grep', undefined)).toBe(false)
})

test('the latest original of a call', () => {
  const history = createHistory([{ ...cut('a'), call: 'x' }, cut('b')])
  expect(history.latestOf('x')).toBe('a')
  history.add({ ...cut('c'), call: 'x' })
  expect(history.latestOf('x')).toBe('c')
  expect(history.latestOf('y')).toBeUndefined()
})
