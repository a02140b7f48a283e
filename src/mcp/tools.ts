/** The tools: each is a verb of the library, on a text or on a file under the root. */
import { loadCounter } from '../cli/counters.ts'
import { readConfined } from '../cli/input.ts'
import { getOriginalPath, hashText, saveOriginal } from '../cli/original.ts'
import { commandFor, loadOutlinesFor } from '../cli/outlines.ts'
import { languageOfFile } from '../kinds/code/detect.ts'
import type { Receipt } from '../receipt/types.ts'
import type { TokenCounter } from '../source/tokens.ts'
import { type CheckResult, check } from '../verbs/check.ts'
import { count } from '../verbs/count.ts'
import { dedupe } from '../verbs/dedupe.ts'
import { type Digest, type DigestOptions, digest } from '../verbs/digest.ts'
import { extract } from '../verbs/extract.ts'
import type { SharedOptions } from '../verbs/options.ts'
import { pack } from '../verbs/pack.ts'
import { summarize } from '../verbs/summarize.ts'
import { ArgumentError, type Arguments, type InputSchema, type Name, parseArguments, pick, toInputSchema } from './parameters.ts'
import { RETRIEVE_DESCRIPTION, RETRIEVE_NAME, RETRIEVE_NAMES, retrieveForModel } from './retrieve.ts'

export interface ToolOptions {
  /** Directory that `path` is confined to. */
  readonly root: string
  /** Most bytes of a text or a file. */
  readonly limitBytes: number
}

interface Input {
  readonly text: string
  readonly bytes: number
}

interface Work {
  readonly input: Input
  readonly args: Arguments
  readonly counter: { readonly count: TokenCounter; readonly counter: string }
  readonly root: string
}

/** What a tool answers: a text for the model, and the account of it. */
interface Answer {
  readonly text: string
  readonly receipt?: Receipt
}

interface Tool {
  readonly description: string
  readonly names: readonly Name[]
  readonly required: readonly Name[]
  run(work: Work): Answer | Promise<Answer>
}

const INPUT = ['text', 'path'] as const
const OUTPUT = ['notes', 'receipt'] as const
const PROTECT = ['protectLines', 'protectMode'] as const

const formatCheck = (record: CheckResult): string => {
  const { planned, found, missing, failed, skipped } = record
  const verdict = record.survived ? 'survived' : 'NOT survived'
  const counts = `${found.length} of ${planned} found, ${missing.length} missing, ${failed.length} failed, ${skipped.length} skipped`
  return [
    `${verdict}: ${counts}`,
    ...missing.map((item) => `missing: ${item}`),
    ...found.map(({ item, line, text, outcome }) => `${outcome}: ${item} (L${line}: ${text})`),
    ...skipped.map((item) => `skipped: ${item}`),
  ].join('\n')
}

const common = ({ args, counter }: Work): SharedOptions => ({ ...counter, hash: hashText, ...pick(args, 'notes') })

/** A digest names the file, or a copy of the text in the stash; none where there is no place for it, since the caller has the text. */
const digestWithOriginal = async ({ input, args, counter, root }: Work): Promise<Digest> => {
  const key = hashText(input.text)
  const command = args.command ?? commandFor(args.path, (file) => languageOfFile(file) !== undefined)
  const given: DigestOptions = {
    ...counter,
    hash: () => key,
    command,
    ...pick(args, 'budget', 'query', 'exitCode', ...PROTECT),
  }
  const options = { ...given, outlines: await loadOutlinesFor(input.text, given) }
  const result = digest(input.text, { ...options, original: args.path ?? getOriginalPath(key, root) })
  if (!result.changed || args.path !== undefined || saveOriginal(input.text, root) === undefined) return result
  return digest(input.text, options)
}

const TOOLS: Readonly<Record<string, Tool>> = {
  diet_count: {
    description: 'Size of a text: lines, bytes, tokens.',
    names: [...INPUT, 'counter'],
    required: [],
    run({ input, counter }) {
      const { lines, tokens } = count(input.text, counter)
      return { text: `${lines} lines, ${input.bytes} bytes, ${tokens} tokens (${counter.counter})` }
    },
  },
  diet_dedupe: {
    description: 'Drops repeated lines and blocks; the first stays.',
    names: [...INPUT, 'exactOnly', ...OUTPUT],
    required: [],
    run: (work) => dedupe(work.input.text, { ...common(work), ...pick(work.args, 'exactOnly') }),
  },
  diet_extract: {
    description: 'The lines of a text that match a query, with their surroundings.',
    names: [...INPUT, 'query', 'budget', 'counter', 'context', ...OUTPUT],
    required: ['query'],
    run: (work) =>
      extract(work.input.text, { ...common(work), query: work.args.query!, ...pick(work.args, 'budget', 'context') }),
  },
  diet_summarize: {
    description: 'The most important lines of a text, verbatim, within a token budget.',
    names: [...INPUT, 'budget', 'counter', 'query', ...PROTECT, ...OUTPUT],
    required: ['budget'],
    run: (work) =>
      summarize(work.input.text, { ...common(work), budget: work.args.budget!, ...pick(work.args, 'query', ...PROTECT) }),
  },
  diet_pack: {
    description: 'Fits a text into a token budget: dedupe, extract by query, summarize. Source lines only.',
    names: [...INPUT, 'budget', 'counter', 'query', 'context', 'exactOnly', ...PROTECT, ...OUTPUT],
    required: ['budget'],
    run: (work) =>
      pack(work.input.text, {
        ...common(work),
        budget: work.args.budget!,
        ...pick(work.args, 'query', 'context', 'exactOnly', ...PROTECT),
      }),
  },
  diet_check: {
    description: 'Which planned items (e.g. test names) appear in an output.',
    names: [...INPUT, 'plan', 'markers', 'failMarkers', 'skipped'],
    required: ['plan'],
    run: ({ input, args }) => ({
      text: formatCheck(check(args.plan!, input.text, pick(args, 'markers', 'failMarkers', 'skipped'))),
    }),
  },
  diet_digest: {
    description:
      'Digest of a long log or tool output: why it failed, and by L numbers what is not shown. Prefer it to reading the whole.',
    names: [...INPUT, 'budget', 'counter', 'query', 'command', 'exitCode', ...PROTECT, 'receipt'],
    required: [],
    run: (work) => digestWithOriginal(work),
  },
}

/** The tools only read, and read nothing but the text they are given. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly annotations: typeof ANNOTATIONS
}

const list = (name: string, description: string, names: readonly Name[], required: readonly Name[]): ListedTool => ({
  name,
  description,
  inputSchema: toInputSchema(names, required),
  annotations: ANNOTATIONS,
})

export const listTools = (): ListedTool[] => [
  ...Object.entries(TOOLS).map(([name, { description, names, required }]) => list(name, description, names, required)),
  list(RETRIEVE_NAME, RETRIEVE_DESCRIPTION, RETRIEVE_NAMES, ['key']),
]

const readInput = ({ text, path }: Arguments, { root, limitBytes }: ToolOptions): Input => {
  if (text === undefined) return readConfined(path!, root, limitBytes)
  const bytes = Buffer.byteLength(text)
  if (bytes > limitBytes)
    throw new ArgumentError(
      `text has ${bytes} bytes, more than the limit of ${limitBytes}; save it to a file and pass a part of it`,
    )
  return { text, bytes }
}

/** An empty text block is refused by some model APIs; the note is no line of the source and says so by its mark. */
const EMPTY = '[diet] no lines'

/**
 * Runs a tool. Returns the text blocks of its result: the text and, where `receipt` was asked for, the receipt's JSON.
 * Throws an ArgumentError, DietError or CliError, each with one sentence.
 */
export const callTool = async (
  name: string,
  given: Readonly<Record<string, unknown>>,
  options: ToolOptions,
): Promise<readonly string[]> => {
  if (name === RETRIEVE_NAME) return [await retrieveForModel(parseArguments(name, given, RETRIEVE_NAMES, ['key']), options.root)]
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  if (tool === undefined)
    throw new ArgumentError(
      `there is no tool ${JSON.stringify(name)}; the tools are ${[...Object.keys(TOOLS), RETRIEVE_NAME].join(', ')}`,
    )
  const args = parseArguments(name, given, tool.names, tool.required)
  const input = readInput(args, options)
  const counter = args.counter ?? 'chars4'
  const work = { input, args, counter: { count: await loadCounter(counter), counter }, root: options.root }
  const { text, receipt } = await tool.run(work)
  return [text === '' ? EMPTY : text, ...(args.receipt === true && receipt !== undefined ? [JSON.stringify(receipt)] : [])]
}
