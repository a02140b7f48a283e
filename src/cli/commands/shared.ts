/** What the verbs that read one text and print one have in common. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt } from '../../receipt/types.ts'
import { chars4, type TokenCounter } from '../../source/tokens.ts'
import { CONFIG_NAME, projectRoot } from '../../stash/places.ts'
import type { DigestOptions } from '../../verbs/digest.ts'
import { CliError, EXIT, inputError, quote, usageError } from '../errors.ts'
import { DEFAULT_LIMIT, formatBytes, type Input, readConfined, readStdin } from '../input.ts'
import { writeFile, writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { noteUse } from '../use.ts'

export interface NamedInput extends Input {
  /** The path as it was given; undefined for standard input. */
  readonly file: string | undefined
}

export interface Reduced {
  readonly text: string
  readonly receipt: Receipt
}

const noteInput = (input: Input, name: string): void => {
  if (input.bytes === 0) writeNote(`${name} is empty`)
  if (input.invalid > 0) writeNote(`${name} has bytes that are not UTF-8 (${input.invalid}); they are kept as they are`)
}

/** Reads a file that a flag names: relative to the working directory, below `--root`. */
export const readFile = (values: Values, path: string): Input => {
  const [root, limit] = [values.text('root') ?? '.', values.number('limit') ?? DEFAULT_LIMIT]
  const input = readConfined(path, root, limit, { base: process.cwd(), binary: values.on('binary') ?? false })
  noteInput(input, quote(path))
  return input
}

/** Reads `--input` or standard input. */
export const readInput = async (values: Values): Promise<NamedInput> => {
  const file = values.text('input')
  if (file !== undefined) return { ...readFile(values, file), file }
  const input = await readStdin({ limitBytes: values.number('limit') ?? DEFAULT_LIMIT, binary: values.on('binary') ?? false })
  noteInput(input, 'standard input')
  return { ...input, file: undefined }
}

/** The lines of a list file, such as a plan; blank lines say nothing. */
export const readList = (values: Values, path: string): readonly string[] =>
  readFile(values, path)
    .text.replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')

/** The counter that a receipt names; undefined for one that the caller of the library made. */
export const loadCounterByName = async (name: string): Promise<TokenCounter | undefined> => {
  if (name === 'chars4') return chars4
  return name === 'o200k' || name === 'cl100k' ? (await import('../counters.ts')).loadCounter(name) : undefined
}

export const getCounter = async (values: Values): Promise<{ readonly count: TokenCounter; readonly counter: string }> => {
  const counter = values.text('counter') ?? 'chars4'
  return { count: (await loadCounterByName(counter)) ?? chars4, counter }
}

/**
 * The filters of the project, or of the file that `--config` names. A project's broken file is no reason to keep the output from its
 * reader; a file that was asked for by name is an error.
 */
export const getFilters = async (values: Values): Promise<Pick<DigestOptions, 'filters'>> => {
  const path = values.text('config')
  const file = path ?? join(projectRoot(process.cwd()), CONFIG_NAME)
  if (path === undefined && !existsSync(file)) return {}
  const { parseConfig } = await import('../../config/config.ts')
  try {
    return { filters: parseConfig(readFileSync(file, 'utf8')).filters }
  } catch (error) {
    const reason = `${quote(path ?? CONFIG_NAME)}: ${error instanceof Error ? error.message : String(error)}`
    if (path !== undefined) throw inputError(reason, 'mend the file or leave --config out')
    writeNote(`${reason}; its filters are not used`)
    return {}
  }
}

/** The budget of a verb whose table entry has a default. */
export const getBudget = (values: Values): number => values.number('budget') ?? 2000

export const getProtection = (
  values: Values,
): { readonly protectLines?: readonly string[]; readonly protectMode: 'fail' | 'partial' } => {
  const file = values.text('protect-file')
  const protectMode = values.text('protect-mode') === 'partial' ? 'partial' : 'fail'
  return file === undefined ? { protectMode } : { protectLines: readList(values, file), protectMode }
}

const assertSize = (values: Values, text: string): void => {
  const limit = values.number('output-limit') ?? DEFAULT_LIMIT
  if (text.length <= limit / 3 || Buffer.byteLength(text) <= limit) return
  throw new CliError(
    EXIT.input,
    `the output is larger than the limit of ${formatBytes(limit)}`,
    'lower the budget or raise --output-limit',
  )
}

const toJson = (value: unknown): string => {
  try {
    return `${JSON.stringify(value)}\n`
  } catch (error) {
    throw new CliError(
      EXIT.input,
      'the JSON is larger than one text can hold',
      'print the text without --json and --receipt',
      error,
    )
  }
}

/** Prints the record of a verb. */
export const writeJson = (values: Values, value: unknown): void => {
  const json = toJson(value)
  assertSize(values, json)
  writeOut(json)
}

const isSameFile = (a: string, b: string): boolean => {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return false
  }
}

export const writeReceiptTo = (path: string, receipt: Receipt): void => writeFile(path, toJson(receipt))

const writeReceipt = (values: Values, receipt: Receipt): void => {
  const [path, input] = [values.text('receipt'), values.text('input')]
  if (path === undefined) return
  if (input !== undefined && isSameFile(path, input)) throw usageError('--receipt names the input file', 'name another file')
  writeReceiptTo(path, receipt)
}

/** Writes the receipt first, so that no text is printed whose receipt is missing. */
export const publish = (values: Values, { text, receipt }: Reduced): number => {
  noteUse(receipt.kind)
  if (!values.on('json')) assertSize(values, text)
  writeReceipt(values, receipt)
  if (values.on('json')) writeJson(values, { text, receipt })
  else {
    for (const note of receipt.notes) writeNote(note)
    writeOut(text)
  }
  return EXIT.done
}

/** Options without the ones that were not given. */
export const dropUndefined = <T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
