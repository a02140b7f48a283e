/** `context-diet run [--] COMMAND` */
import { isatty } from 'node:tty'
import { type Capture, type Captured, createCapture, MEMORY } from '../../hosts/run/capture.ts'
import { type Ended, runChild } from '../../hosts/run/child.ts'
import { getChildEnv, isInBackground, isInsideRun } from '../../hosts/run/environment.ts'
import { getRawReason, shellScriptOf } from '../../hosts/run/modes.ts'
import { CLEAR_PROGRESS, drawProgress, formatProgress } from '../../hosts/run/progress.ts'
import { asShortRun } from '../../hosts/short-run.ts'
import { recentKeys } from '../../ledger/ledger.ts'
import { openProjectStash } from '../../stash/places.ts'
import { decodeBytes } from '../bytes.ts'
import { quote, usageError } from '../errors.ts'
import { writeNote } from '../output.ts'
import type { Values } from '../parse.ts'
import { isBinary, type Job, noteRefusal, pass, type RunOptions } from './run-job.ts'
import { getBudget, getCounter, getFilters } from './shared.ts'

const DEFAULT_LIMIT = 1e9
const TOUCH_MS = 60_000
const DRAW_MS = 200

/** Says what a person or an agent could not know from the output. */
const noteEnd = (command: readonly string[], { problem, left }: Ended): void => {
  if (problem !== undefined) writeNote(`${quote(command[0] ?? '')}: ${problem}`)
  if (left) writeNote('a process that the command left running holds its output; what it prints from now on is not kept')
}

/** Draws what the command is doing for a person who waits; the answer stops that and removes the line. */
const startProgress = (capture: Capture): (() => void) => {
  if (!isatty(2) || process.env.TERM === 'dumb') return () => {}
  const started = performance.now()
  const write = (text: string): void => {
    if (!isInBackground()) process.stderr.write(text)
  }
  const timer = setInterval(() => {
    const columns = process.stderr.columns || 80
    const facts = { ms: performance.now() - started, lines: capture.lines, last: capture.last, columns }
    write(drawProgress(formatProgress(facts)))
  }, DRAW_MS)
  return () => {
    clearInterval(timer)
    write(CLEAR_PROGRESS)
  }
}

const loadOutput = () => import('./run-output.ts')

/** Runs the command to its end and takes in its output. */
const takeIn = async (job: Job, capture: Capture): Promise<Ended> => {
  let failure: unknown
  let engine: Promise<unknown> | undefined
  // Thrown among the events of a stream it would end this process without a word.
  const onData = (piece: Buffer): boolean => {
    try {
      // While the command still works, the engine can be loaded.
      if (capture.bytes > MEMORY) engine ??= loadOutput()
      return capture.add(piece)
    } catch (error) {
      failure ??= error
      return false
    }
  }
  const timer = setInterval(() => capture.touch(), TOUCH_MS)
  const stopProgress = startProgress(capture)
  const ended = await runChild(job.command, { env: getChildEnv(isatty(1)), onData })
  clearInterval(timer)
  stopProgress()
  await engine
  if (failure !== undefined) throw failure
  return ended
}

/** Whether nothing could come of the engine: the output fits the budget, and nobody asks for more. */
const isPlain = ({ values, options }: Job, captured: Captured): captured is Extract<Captured, { where: 'memory' }> => {
  if (captured.where !== 'memory' || options.filters !== undefined) return false
  if (values.text('receipt') !== undefined || values.on('explain')) return false
  return isBinary(captured.bytes) || options.count(decodeBytes(captured.bytes).text) <= options.budget
}

const runDigested = async (job: Job): Promise<Ended> => {
  const capture = createCapture({
    openWriter: () => job.stash.openWriter(),
    pass,
    onRefusal: noteRefusal,
    limit: job.values.number('limit') ?? DEFAULT_LIMIT,
  })
  const ended = await takeIn(job, capture)
  noteEnd(job.command, ended)
  const captured = capture.finish()
  if (isPlain(job, captured)) pass(captured.bytes)
  else if (captured.where !== 'passed') {
    const { publishCaptured } = await loadOutput()
    await asShortRun(capture.bytes, async () => publishCaptured(job, captured, ended))
  }
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
  // A mistake in what the parser cannot judge is told before the command runs.
  if (options.kind !== undefined || options.filters !== undefined) (await loadOutput()).checkOptions({ options })
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
