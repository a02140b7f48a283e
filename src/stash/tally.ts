/**
 * About how many bytes a stash directory holds and when it was last swept, without listing it: a first line `TIME BYTES` from the last
 * sweep, then one line of bytes for each put since. Lost lines (two processes at once, a full disk) are made good by the next sweep.
 */
import { join } from 'node:path'
import { appendFile, attempt, readTail, replaceFile } from './disk.ts'

export const TALLY_NAME = '.tally'
const MAX_LINES = 512
/** Generous for the lines that other processes add before one of them shortens the file. */
const LIMIT = 64 * 1024

interface Count {
  readonly sweptAt: number
  readonly bytes: number
  readonly lines: number
}

const parse = (text: string): Count => {
  const lines = text.split('\n')
  const [time, base] = (lines[0] ?? '').split(' ').map(Number)
  let bytes = base ?? Number.NaN
  for (const line of lines.slice(1)) bytes += Number(line)
  const ok = Number.isFinite(time) && Number.isFinite(bytes)
  return ok ? { sweptAt: time!, bytes, lines: lines.length } : { sweptAt: 0, bytes: 0, lines: 0 }
}

export interface Tally {
  /** `sweptAt` is 0 when the directory was never swept. */
  read(): { readonly sweptAt: number; readonly bytes: number }
  add(bytes: number): void
  /** After a sweep, which knows. */
  reset(bytes: number): void
}

/** `now` in milliseconds since 1970. */
export const openTally = (dir: string, now: () => number): Tally => {
  const path = join(dir, TALLY_NAME)
  const write = (sweptAt: number, bytes: number): void => {
    attempt(() => replaceFile(dir, TALLY_NAME, Buffer.from(`${sweptAt} ${bytes}\n`), { time: now(), durable: false }))
  }
  let known: Count | undefined
  let readAt = Number.NEGATIVE_INFINITY
  const read = (): Count => {
    // Other processes add to the file as well, but a look every few seconds is enough.
    if (known === undefined || Math.abs(now() - readAt) > 5_000) {
      known = parse(readTail(path, LIMIT))
      readAt = now()
    }
    return known
  }
  return {
    read,
    add: (bytes) => {
      const { sweptAt, bytes: before, lines } = read()
      known = { sweptAt, bytes: before + bytes, lines: lines + 1 }
      if (lines < MAX_LINES) attempt(() => appendFile(path, `${bytes}\n`))
      else {
        write(sweptAt, before + bytes)
        known = { ...known, lines: 2 }
      }
    },
    reset: (bytes) => {
      write(now(), bytes)
      known = { sweptAt: now(), bytes, lines: 2 }
      readAt = now()
    },
  }
}
