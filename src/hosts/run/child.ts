/** Runs the user's command with the streams of this process, and hands on its output, its signals and its exit code. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { openPipe } from './pipe.ts'

export interface Ended {
  /** As a shell reports it: 128 + n for death by signal n, 127 when there is no such command, 126 when it cannot be executed. */
  readonly code: number
  /** The command ended, and a process that it started still holds its output. */
  readonly left: boolean
  /** Why it could not be started. */
  readonly problem?: string
}

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv
  /**
   * Called with each piece of output, in the order of printing. False when nobody reads it any more: then the pipe is closed, as a
   * shell would. Absent: the command has the streams of this process itself.
   */
  readonly onData?: OnData
  /** How long processes that hold the output may go on printing when the command itself has ended. @default 1000 */
  readonly graceMs?: number
}

type OnData = (piece: Buffer) => boolean

/** Handed on to the command. Others, such as that of a resized window, reach it by themselves. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** A terminal sends these to the command as well, and two of them mean something else than one. */
const isSentByTerminal = (signal: NodeJS.Signals): boolean =>
  (signal === 'SIGINT' || signal === 'SIGQUIT') && [0, 1, 2].some((fd) => isatty(fd))

/** Hands signals on; the answer stops that. */
const forwardSignals = (child: ChildProcess, onSignal: () => void): (() => void) => {
  const handlers = FORWARDED.map((signal) => {
    const handler = (): void => {
      onSignal()
      if (!isSentByTerminal(signal)) child.kill(signal)
    }
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => {
    for (const off of handlers) off()
  }
}

const codeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)

const failedToStart = (error: NodeJS.ErrnoException): Ended => {
  if (error.code === 'ENOENT') return { code: 127, left: false, problem: 'command not found' }
  const problem = error.code === 'EACCES' ? 'may not be executed' : `cannot be executed (${error.code ?? error.message})`
  return { code: 126, left: false, problem }
}

const onceEnded = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => {
    child.once('error', (error) => {
      // Also raised when a signal could not be sent; then the command goes on.
      if (child.pid === undefined) resolve(failedToStart(error))
    })
    child.once('exit', (code, signal) => resolve({ code: codeOf(code, signal), left: false }))
  })

/** What arrives, up to the end of the stream. */
interface Output {
  readonly ended: Promise<void>
  /** Takes what is in the pipe at this moment and leaves it. */
  close(): void
}

/** What a chatty process that was left running has printed since: enough for a full pipe, and no endless reading. */
const LAST_READ = 1 << 20

const drain = (fd: number, onData: OnData): void => {
  for (let left = LAST_READ; left > 0; ) {
    const piece = Buffer.allocUnsafe(65_536)
    try {
      const count = readSync(fd, piece, 0, piece.length, null)
      if (count === 0) return
      if (!onData(piece.subarray(0, count))) return
      left -= count
    } catch {
      return
    }
  }
}

/** A reader that takes over when this process leaves, so that the next line that is printed does not kill its writer. */
const leaveReader = (fd: number): void => {
  const reader = spawn('cat', [], { stdio: [fd, 'ignore', 'ignore'], detached: true })
  reader.on('error', () => {})
  reader.unref()
}

const readPipe = (fd: number, onData: OnData): Output => {
  const socket = new Socket({ fd, readable: true, writable: false })
  socket.on('data', (piece) => {
    if (!onData(piece)) socket.destroy()
  })
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    ended,
    close: () => {
      socket.pause()
      drain(fd, onData)
      leaveReader(fd)
      socket.destroy()
    },
  }
}

const readStreams = (child: ChildProcess, onData: OnData): Output => {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const stop = (): void => {
    for (const stream of streams) stream.destroy()
  }
  for (const stream of streams) {
    stream.on('error', () => {})
    stream.on('data', (piece: Buffer) => {
      if (!onData(piece)) stop()
    })
  }
  const ended = Promise.all(streams.map((stream) => new Promise<void>((resolve) => stream.once('close', () => resolve()))))
  return { ended: ended.then(() => {}), close: stop }
}

const start = (command: readonly string[], options: SpawnOptions): ChildProcess => {
  const [program = '', ...args] = command
  return spawn(program, args, options)
}

/** Waits until nobody holds the output, or for a while: a daemon holds it for ever. */
const waitForEnd = async (output: Output, graceMs: number, hurry: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), graceMs)
  })
  const first = await Promise.race([output.ended, late, hurry.then((): 'late' => 'late')])
  clearTimeout(timer)
  if (first === 'late') output.close()
  return first === 'late'
}

/** Runs a command to its end. Never rejects; a command that cannot be started is an answer like others. */
export const runChild = async (command: readonly string[], options: ChildOptions = {}): Promise<Ended> => {
  const { env = process.env, onData, graceMs = 1000 } = options
  const pipe = onData === undefined ? undefined : openPipe()
  const out = pipe?.writer ?? (onData === undefined ? 'inherit' : 'pipe')
  let child: ChildProcess
  try {
    child = start(command, { stdio: ['inherit', out, out], env, windowsHide: true })
  } catch (error) {
    // An empty name, a NUL character or a list of arguments that is too long.
    if (pipe !== undefined) closeSync(pipe.reader)
    return failedToStart(error as NodeJS.ErrnoException)
  } finally {
    if (pipe !== undefined) closeSync(pipe.writer)
  }
  let exited = false
  let hurryUp: () => void = () => {}
  const hurry = new Promise<void>((resolve) => {
    hurryUp = resolve
  })
  const stop = forwardSignals(child, () => {
    if (exited) hurryUp()
  })
  const output =
    onData === undefined ? undefined : pipe === undefined ? readStreams(child, onData) : readPipe(pipe.reader, onData)
  const ended = await onceEnded(child)
  exited = true
  const left = output !== undefined && (await waitForEnd(output, graceMs, hurry))
  stop()
  return { ...ended, left }
}
