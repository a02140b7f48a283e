/** `context-diet run [--] COMMAND` */
import { relative, sep } from 'node:path'
import { isatty } from 'node:tty'
import type { Captured, Kept } from '../../hosts/run/capture.ts'
import { createCapture } from '../../hosts/run/capture.ts'
import { type Ended, runChild } from '../../hosts/run/child.ts'
import { getChildEnv, isInBackground, isInsideRun } from '../../hosts/run/environment.ts'
import { digestLarge } from '../../hosts/run/large.ts'
import { getRawReason, shellScriptOf } from '../../hosts/run/modes.ts'
import { CLEAR_PROGRESS, drawProgress, formatProgress } from '../../hosts/run/progress.ts'
import { programOf, reasonOf } from '../../ledger/entry.ts'
import { appendLedger, recentKeys } from '../../ledger/ledger.ts'
import type { Receipt } from '../../receipt/types.ts'
import type { TokenCounter } from '../../source/tokens.ts'
import type { FileStash } from '../../stash/file.ts'
import { keyOf } from '../../stash/key.ts'
import { openProjectStash } from '../../stash/places.ts'
import type { StashError } from '../../stash/stash.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeBytes } from '../bytes.ts'
import { quote, toFailure, usageError } from '../errors.ts'
import { ClosedPipe, writeBytes, writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { getBudget, getCounter, getFilters, writeReceiptTo } from './shared.ts'

/** Larger outputs are read in blocks: the engine needs some ten times the memory of its text. */
const AT_ONCE = 64e6
const DEFAULT_LIMIT = 1e9
const TOUCH_MS = 60_000
const DRAW_MS = 200
const PROBE = 8192

type RunOptions = DigestOptions & { readonly budget: number; readonly count: TokenCounter }

/** What every step of one run needs. */
interface Job {
  readonly values: Values
  readonly command: readonly string[]
  readonly options: RunOptions
  readonly stash: FileStash
}

/** Writes to standard output; false when nobody reads it. */
const pass = (piece: Uint8Array): boolean => {
  try {
    writeBytes(piece)
    return true
  } catch (error) {
    if (error instanceof ClosedPipe) return false
    throw error
  }
}

const passAll = (pieces: Iterable<Uint8Array>): void => {
  for (const piece of pieces) if (!pass(piece)) return
}

const print = (text: string): void => {
  try {
    writeOut(text)
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error
  }
}

/** The StashError's sentence without its full stop, and what it means for the reader. */
const noteRefusal = (error: StashError): void => {
  const sentence = error.message.replace(/\.$/, '')
  writeNote(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}; the output passes unchanged`)
}

/** As a reader here would open it. */
const nameFile = (path: string): string => {
  const near = relative(process.cwd(), path)
  return (near === '' ? path : near).split(sep).join('/')
}

const record = (job: Job, decision: 'reduced' | 'failed', facts: object): void => {
  const script = shellScriptOf(job.command)
  const program = programOf(script ?? job.command[0] ?? '')
  appendLedger(job.stash.dir, {
    decision,
    host: 'cli',
    tool: 'run',
    ...(program === undefined ? {} : { program }),
    ...facts,
  })
}

const recordReceipt = (job: Job, key: string, { kind, source, output }: Receipt): void =>
  record(job, 'reduced', { key, kind, tokens: [source.tokens, output.tokens], bytes: [source.bytes, output.bytes] })

interface Text {
  readonly text: string
  readonly receipt: Receipt
}

/** What the engine gives; undefined when it breaks, since whoever runs a command keeps its output. */
const attempt = <T>(job: Job, action: () => T): T | undefined => {
  try {
    return action()
  } catch (error) {
    writeNote(`${toFailure(error).message}; the output passes unchanged`)
    record(job, 'failed', { reason: reasonOf(error) })
    return undefined
  }
}

/** The digest, or undefined when the output itself is the better text. */
const digestText = (job: Job, text: string, ended: Ended, key: string, original: string): Text | undefined => {
  const { values, options } = job
  const result = attempt(job, () => digest(text, { ...options, exitCode: ended.code, original, hash: () => key }))
  if (values.on('explain')) for (const reason of result?.explain() ?? []) writeNote(reason)
  return result?.changed === true ? result : undefined
}

const publish = (job: Job, key: string, { text, receipt }: Text): void => {
  recordReceipt(job, key, receipt)
  const path = job.values.text('receipt')
  try {
    if (path !== undefined) writeReceiptTo(path, receipt)
  } catch (error) {
    // The command has run: its output is worth more than the receipt.
    writeNote(toFailure(error).message)
  }
  print(text)
}

const isBinary = (start: Buffer): boolean => start.subarray(0, PROBE).includes(0)

/** A short output is its own digest, unless the budget is shorter still. */
const publishShort = (job: Job, bytes: Buffer, ended: Ended): void => {
  const key = keyOf(bytes)
  const original = nameFile(`${job.stash.dir}${sep}${key}.txt`)
  const result = isBinary(bytes) ? undefined : digestText(job, decodeBytes(bytes).text, ended, key, original)
  if (result !== undefined) {
    try {
      job.stash.putSync(bytes)
      publish(job, key, result)
      return
    } catch (error) {
      if (!(error instanceof Error && error.name === 'StashError')) throw error
      noteRefusal(error as StashError)
    }
  }
  pass(bytes)
}

const firstPiece = (kept: Kept): Buffer => {
  for (const piece of kept.readPieces()) return piece
  return Buffer.alloc(0)
}

const publishLarge = (job: Job, kept: Kept, ended: Ended, original: string): void => {
  const decode = (piece: Buffer): string => decodeBytes(piece).text
  const large = attempt(job, () => digestLarge(kept, { ...job.options, exitCode: ended.code, original, decode }))
  if (large === undefined) {
    passAll(kept.readPieces())
    if (kept.beyond > 0) pass(kept.tail.subarray(-kept.beyond))
    return
  }
  const { text, tokens } = large
  record(job, 'reduced', { key: kept.ref.key, tokens, bytes: [kept.bytes, Buffer.byteLength(text)] })
  print(text)
}

const publishKept = (job: Job, kept: Kept, ended: Ended): void => {
  const { ref, bytes, beyond } = kept
  const original = nameFile(ref.path)
  if (beyond === 0 && isBinary(firstPiece(kept))) passAll(kept.readPieces())
  else if (bytes > AT_ONCE || beyond > 0) publishLarge(job, kept, ended, original)
  else {
    const all = Buffer.concat(Array.from(kept.readPieces(), (piece) => Buffer.from(piece)))
    const result = digestText(job, decodeBytes(all).text, ended, ref.key, original)
    if (result === undefined) pass(all)
    else publish(job, ref.key, result)
  }
}

const publishCaptured = (job: Job, captured: Captured, ended: Ended): void => {
  if (captured.where === 'memory') publishShort(job, captured.bytes, ended)
  else if (captured.where === 'stash') {
    try {
      publishKept(job, captured, ended)
    } finally {
      captured.close()
    }
  }
}

/** Says what a person or an agent could not know from the output. */
const noteEnd = (command: readonly string[], { problem, left }: Ended): void => {
  if (problem !== undefined) writeNote(`${quote(command[0] ?? '')}: ${problem}`)
  if (left) writeNote('a process that the command left running holds its output; what it prints from now on is not kept')
}

const runDigested = async (job: Job): Promise<Ended> => {
  const { values, command, stash } = job
  const capture = createCapture({
    openWriter: () => stash.openWriter(),
    pass,
    onRefusal: noteRefusal,
    limit: values.number('limit') ?? DEFAULT_LIMIT,
  })
  const started = performance.now()
  const draw = (): void => {
    if (isInBackground()) return
    const columns = process.stderr.columns || 80
    const line = formatProgress({ ms: performance.now() - started, lines: capture.lines, last: capture.last, columns })
    process.stderr.write(drawProgress(line))
  }
  const isWatched = isatty(2) && process.env.TERM !== 'dumb'
  const timers = [setInterval(() => capture.touch(), TOUCH_MS), ...(isWatched ? [setInterval(draw, DRAW_MS)] : [])]
  let failure: unknown
  // Thrown among the events of a stream it would end this process without a word.
  const onData = (piece: Buffer): boolean => {
    try {
      return capture.add(piece)
    } catch (error) {
      failure ??= error
      return false
    }
  }
  const ended = await runChild(command, { env: getChildEnv(isatty(1)), onData })
  for (const timer of timers) clearInterval(timer)
  if (isWatched && !isInBackground()) process.stderr.write(CLEAR_PROGRESS)
  noteEnd(command, ended)
  if (failure !== undefined) throw failure
  publishCaptured(job, capture.finish(), ended)
  return ended
}

const getOptions = async (values: Values, command: readonly string[]): Promise<RunOptions> => {
  const ansi = values.text('ansi')
  const options: RunOptions = {
    ...(await getCounter(values)),
    ...(await getFilters(values)),
    budget: getBudget(values),
    command: shellScriptOf(command) ?? command.join(' '),
    query: values.text('query'),
    kind: values.text('kind'),
    mode: values.text('mode') === 'verbatim' ? 'verbatim' : 'auto',
    normalize: { ansi: ansi === undefined ? !isatty(1) : ansi === 'strip', cr: values.text('cr') === 'last-frame' },
  }
  // Mistakes in the flags are told before the command runs.
  digest('', options)
  return options
}

const isRaw = (values: Values, command: readonly string[]): boolean =>
  values.on('raw') ?? (isInsideRun() || getRawReason(command) !== undefined)

/** Runs the command and exits as it does. */
export const runRun = async (values: Values): Promise<number> => {
  const command = values.rest
  if (command.length === 0)
    throw usageError('run needs a command', 'write it behind the flags, for example context-diet run npm test')
  const options = await getOptions(values, command)
  if (isRaw(values, command)) {
    const ended = await runChild(command)
    noteEnd(command, ended)
    return ended.code
  }
  const dir = openProjectStash(process.cwd()).dir
  const stash = openProjectStash(process.cwd(), { pinned: () => recentKeys(dir) })
  return (await runDigested({ values, command, options, stash })).code
}
