/**
 * One pipe for standard output and standard error, so that what a command prints comes in the order it was printed. Node gives each
 * stream a socket of its own; and a socket cannot be opened again by name, so `echo x > /dev/stderr` would fail in the command.
 */

import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt } from '../../stash/disk.ts'

export interface Pipe {
  /** Descriptor to read from; does not block. */
  readonly reader: number
  /** Descriptor for the command. */
  readonly writer: number
}

/** Opens both ends of a named pipe, the reading one first, since the other waits for a reader. */
const openEnds = (path: string): Pipe | undefined => {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = attempt(() => openSync(path, constants.O_WRONLY))
  if (writer !== undefined) return { reader, writer }
  closeSync(reader)
  return undefined
}

/** Undefined where the system has no named pipes, or no directory to make one in. Only the system's own `mkfifo` can make one. */
export const openPipe = (): Pipe | undefined => {
  if (process.platform === 'win32') return undefined
  const dir = attempt(() => mkdtempSync(join(tmpdir(), 'context-diet-')))
  if (dir === undefined) return undefined
  const path = join(dir, 'output')
  try {
    if (spawnSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' }).status !== 0) return undefined
    return attempt(() => openEnds(path))
  } finally {
    attempt(() => rmSync(dir, { recursive: true, force: true }))
  }
}
