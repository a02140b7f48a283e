/** Remembers which originals a file stash removed and why: one short line each, the newest few thousand of them. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { appendFile, attempt, readTail, replaceFile } from './disk.ts'

export type Gone = 'expired' | 'evicted' | 'purged'

export const TOMBSTONES_NAME = '.tombstones'
const KEEP = 8192
/** `KEY expired\n`; all three words have seven letters or less. */
const LINE_BYTES = 33
const LIMIT = 2 * KEEP * LINE_BYTES

export interface Tombstones {
  /** Never throws: an answer that is less exact must not keep a removal from happening. */
  add(keys: readonly string[], why: Gone): void
  find(key: string): Gone | undefined
}

const isGone = (word: string | undefined): word is Gone => word === 'expired' || word === 'evicted' || word === 'purged'

export const openTombstones = (dir: string): Tombstones => {
  const path = join(dir, TOMBSTONES_NAME)
  const shorten = (): void => {
    const lines = readTail(path, LIMIT).split('\n')
    replaceFile(dir, TOMBSTONES_NAME, Buffer.from(`${lines.slice(-KEEP - 1).join('\n')}`), { time: Date.now(), durable: false })
  }
  return {
    add: (keys, why) => {
      attempt(() => {
        const newest = keys.slice(-KEEP)
        if (newest.length === 0) return
        appendFile(path, newest.map((key) => `${key} ${why}\n`).join(''))
        if (statSync(path).size > LIMIT) shorten()
      })
    },
    find: (key) => {
      const text = readTail(path, 2 * LIMIT)
      const at = text.lastIndexOf(`${key} `)
      if (at < 0) return undefined
      const word = text.slice(at + key.length + 1, text.indexOf('\n', at))
      return isGone(word) ? word : undefined
    },
  }
}
