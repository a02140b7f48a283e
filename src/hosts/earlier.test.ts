import { expect, test } from 'vitest'
import { keyOf } from '../stash/key.ts'
import { callOf, latestKeyOf } from './earlier.ts'

const key = (text: string): string => keyOf(Buffer.from(text))
const call = { sessionId: 's1', agentId: undefined, tool: 'Bash', command: 'npm test' }
const entry = (fields: object): string => `${JSON.stringify({ v: 1, time: 1, decision: 'reduced', ...fields })}\n`

test('one command of one agent in one session has one name, that does not hold it', async () => {
  const name = await callOf(call, key)
  expect(name).toMatch(/^[0-9a-f]{12}$/)
  expect(await callOf({ ...call, command: ' npm test\n' }, key)).toBe(name)
  for (const other of [{ sessionId: 's2' }, { agentId: 'a1' }, { tool: 'Shell' }, { command: 'npm test -- -u' }])
    expect(await callOf({ ...call, ...other }, key)).not.toBe(name)
})

test('without a session or a command there is none, nor where the hash is refused', async () => {
  expect(await callOf({ ...call, sessionId: undefined }, key)).toBeUndefined()
  expect(await callOf({ ...call, command: undefined }, key)).toBeUndefined()
  const refuse = () => {
    throw new Error('no bytes')
  }
  expect(await callOf(call, refuse)).toBeUndefined()
})

test('the latest original in a ledger, whatever else is in it', () => {
  const ledger = [
    'half a li',
    entry({ call: 'aaaaaaaaaaaa', key: '1' }),
    entry({ call: 'bbbbbbbbbbbb', key: '2' }),
    entry({ call: 'aaaaaaaaaaaa', key: '3' }),
    'not json "call":"cccccccccccc"',
  ].join('\n')
  expect(latestKeyOf(ledger, 'aaaaaaaaaaaa')).toBe('3')
  expect(latestKeyOf(ledger, 'bbbbbbbbbbbb')).toBe('2')
  expect(latestKeyOf(ledger, 'cccccccccccc')).toBeUndefined()
  expect(latestKeyOf(ledger, 'dddddddddddd')).toBeUndefined()
  expect(latestKeyOf('', 'aaaaaaaaaaaa')).toBeUndefined()
})

test('a run that another process has recorded is not earlier than itself', () => {
  const ledger = [
    entry({ call: 'aaaaaaaaaaaa', key: '1', use: 'toolu_1' }),
    entry({ call: 'aaaaaaaaaaaa', key: '2', use: 'toolu_2' }),
  ].join('\n')
  expect(latestKeyOf(ledger, 'aaaaaaaaaaaa', 'toolu_2')).toBe('1')
  expect(latestKeyOf(ledger, 'aaaaaaaaaaaa', 'toolu_3')).toBe('2')
  expect(latestKeyOf(ledger.split('\n')[0]!, 'aaaaaaaaaaaa', 'toolu_1')).toBeUndefined()
})
