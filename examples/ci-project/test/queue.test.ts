import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runJob } from '../src/queue.js'

const failing = (code: string, times: number) => {
  let left = times
  return async () => {
    if (left-- > 0) throw Object.assign(new Error('carrier'), { code })
  }
}

describe('queue', () => {
  for (let id = 4100; id < 4220; id++) {
    test(`job ${id} is done after ${id % 3} retries`, async () => {
      const run = failing(id % 2 === 0 ? 'ETIMEDOUT' : 'ECONNRESET', id % 3)
      assert.equal(await runJob({ id, run }, console.log), true)
    })
  }
  test('gives up on a rejected label', async () => {
    assert.equal(await runJob({ id: 5000, run: failing('EBADLABEL', 1) }, console.log), false)
  })
})
