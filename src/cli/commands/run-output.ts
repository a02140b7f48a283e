/** What `run` does with an output once its command has ended. The engine comes with it, so it is loaded only where it is needed. */
import { relative, sep } from 'node:path'
import type { Captured, Kept } from '../../hosts/run/capture.ts'
import type { Ended } from '../../hosts/run/child.ts'
import { digestLarge } from '../../hosts/run/large.ts'
import { shellScriptOf } from '../../hosts/run/modes.ts'
import { programOf, reasonOf } from '../../ledger/entry.ts'
import { appendLedger } from '../../ledger/ledger.ts'
import type { Receipt } from '../../receipt/types.ts'
import { keyOf } from '../../stash/key.ts'
import { StashError } from '../../stash/stash.ts'
import { digest } from '../../verbs/digest.ts'
import { decodeBytes } from '../bytes.ts'
import { toFailure } from '../errors.ts'
import { ClosedPipe, writeNote, writeOut } from '../output.ts'
import { noteUse } from '../use.ts'
import { isBinary, type Job, noteRefusal, pass } from './run-job.ts'
import { writeReceiptTo } from './shared.ts'

/** Larger outputs are read in blocks: the engine needs some ten times the memory of its text. */
const AT_ONCE = 64e6
/** Each line costs it memory as well. */
const LINES_AT_ONCE = 4e6

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

/** Mistakes in the options throw, as they would with an output. */
export const checkOptions = ({ options }: Pick<Job, 'options'>): void => {
  digest('', options)
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

const recordReceipt = (job: Job, key: string, { kind, source, output }: Receipt): void => {
  noteUse(kind)
  record(job, 'reduced', { key, kind, tokens: [source.tokens, output.tokens], bytes: [source.bytes, output.bytes] })
}

interface Result {
  readonly text: string
  readonly changed: boolean
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

const digestText = (job: Job, text: string, ended: Ended, key: string, original: string): Result | undefined => {
  const { values, options } = job
  const result = attempt(job, () => digest(text, { ...options, exitCode: ended.code, original, hash: () => key }))
  if (values.on('explain')) for (const reason of result?.explain() ?? []) writeNote(reason)
  return result
}

const publishReceipt = (job: Job, receipt: Receipt): void => {
  const path = job.values.text('receipt')
  try {
    if (path !== undefined) writeReceiptTo(path, receipt)
  } catch (error) {
    // The command has run: its output is worth more than the receipt.
    writeNote(toFailure(error).message)
  }
}

/** An output that is its own best text is printed by its bytes, since they may be no text at all. */
const publish = (job: Job, key: string, bytes: Buffer, result: Result | undefined): void => {
  if (result !== undefined) publishReceipt(job, result.receipt)
  if (result?.changed !== true) {
    pass(bytes)
    return
  }
  recordReceipt(job, key, result.receipt)
  print(result.text)
}

/** Whether the original is kept, so that a digest may refer to it. */
const keep = (job: Job, bytes: Buffer): boolean => {
  try {
    job.stash.putSync(bytes)
    return true
  } catch (error) {
    if (!(error instanceof StashError)) throw error
    noteRefusal(error)
    return false
  }
}

/** A short output is its own digest, unless the budget is shorter still. */
const publishShort = (job: Job, bytes: Buffer, ended: Ended): void => {
  const key = keyOf(bytes)
  const original = nameFile(`${job.stash.dir}${sep}${key}.txt`)
  const result = isBinary(bytes) ? undefined : digestText(job, decodeBytes(bytes).text, ended, key, original)
  publish(job, key, bytes, result?.changed === true && !keep(job, bytes) ? undefined : result)
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
  const { ref, bytes, lines, beyond } = kept
  const original = nameFile(ref.path)
  if (beyond === 0 && isBinary(firstPiece(kept))) passAll(kept.readPieces())
  else if (bytes > AT_ONCE || lines > LINES_AT_ONCE || beyond > 0) publishLarge(job, kept, ended, original)
  else {
    const all = Buffer.concat(Array.from(kept.readPieces(), (piece) => Buffer.from(piece)))
    publish(job, ref.key, all, digestText(job, decodeBytes(all).text, ended, ref.key, original))
  }
}

/** Prints what became of the output: itself, or a digest that names where it is kept. */
export const publishCaptured = (job: Job, captured: Captured, ended: Ended): void => {
  if (captured.where === 'memory') publishShort(job, captured.bytes, ended)
  else if (captured.where === 'stash') {
    try {
      publishKept(job, captured, ended)
    } finally {
      captured.close()
    }
  }
}
