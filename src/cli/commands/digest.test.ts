import { expect, test, vi } from 'vitest'
import { DietError } from '../../verbs/errors.ts'
import { getVerb, parseFlags } from '../parse.ts'
import { runDigest } from './digest.ts'

const thrown = vi.hoisted((): { error: unknown } => ({ error: undefined }))
const written = vi.hoisted((): { out: string; notes: string[] } => ({ out: '', notes: [] }))

vi.mock('../../verbs/digest.ts', () => ({
  digest: () => {
    throw thrown.error
  },
}))
vi.mock('../input.ts', () => ({ DEFAULT_LIMIT: 1, readStdin: async () => ({ text: 'the log\n', bytes: 8, invalid: 0 }) }))
vi.mock('../output.ts', () => ({
  writeAll: () => {},
  writeOut: (text: string) => {
    written.out += text
  },
  writeNote: (note: string) => {
    written.notes.push(note)
  },
}))

const run = async (...args: string[]): Promise<number> => {
  Object.assign(written, { out: '', notes: [] })
  return runDigest(parseFlags(getVerb('digest'), args))
}

test('when the engine breaks the text passes unchanged, and it is said', async () => {
  thrown.error = new TypeError('x is not a function')
  expect(await run()).toBe(0)
  expect(written.out).toBe('the log\n')
  expect(written.notes).toEqual([
    'unexpected error (x is not a function); please report it with the input that causes it; the text passes unchanged',
  ])
  expect(await run('--json')).toBe(0)
  expect(JSON.parse(written.out)).toEqual({ text: 'the log\n', receipt: null })
})

test('a mistake of the caller is an error', async () => {
  thrown.error = new DietError('bad-option', 'The option x is wrong; do that.')
  await expect(run()).rejects.toBe(thrown.error)
  expect(written.out).toBe('')
})
