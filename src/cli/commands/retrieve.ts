/** `context-diet retrieve KEY` */
import { dirname, resolve } from 'node:path'
import { appendLedger } from '../../ledger/ledger.ts'
import { chars4 } from '../../source/tokens.ts'
import { createFileStash } from '../../stash/file.ts'
import { CONTEXT, type PageRequest, parseLines } from '../../stash/pages.ts'
import { openProjectStash, openUserStash, PROJECT_DIRECTORY } from '../../stash/places.ts'
import { getFromAny, type Retrieved, retrieve } from '../../stash/retrieve.ts'
import type { Stash } from '../../stash/stash.ts'
import { decodeBytes } from '../bytes.ts'
import { EXIT, usageError } from '../errors.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'

/** Where an original may lie, seen from a directory: there, in its project, in the user's stash. */
export const openStashes = (cwd: string): readonly Stash[] => {
  const project = openProjectStash(cwd)
  const here = resolve(cwd, PROJECT_DIRECTORY)
  return [...(here === project.dir ? [] : [createFileStash({ dir: here })]), project, openUserStash()]
}

/** A word that every shell takes as it is. */
const quoteWord = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The command that prints a page. */
export const formatRequest = (key: string, { lines, grep, context, pointer, char }: PageRequest): string =>
  [
    `context-diet retrieve ${key}`,
    ...(lines === undefined ? [] : [`--lines ${lines[0]}-${lines[1]}`]),
    ...(grep === undefined ? [] : [`--grep ${quoteWord(grep)}`]),
    ...(context === undefined || context === CONTEXT || grep === undefined ? [] : [`--context ${context}`]),
    ...(pointer === undefined ? [] : [`--pointer ${quoteWord(pointer)}`]),
    ...(char === undefined ? [] : [`--char ${char}`]),
  ].join(' ')

const getRequest = (values: Values): PageRequest => {
  const [text, grep, pointer, char, context] = [
    values.text('lines'),
    values.text('grep'),
    values.text('pointer'),
    values.number('char'),
    values.number('context'),
  ]
  const lines = text === undefined ? undefined : parseLines(text)
  if (typeof lines === 'string')
    throw usageError(`--lines: ${lines.slice(0, lines.indexOf(':'))}`, 'write one range, like 120-173')
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(grep === undefined ? {} : { grep }),
    ...(grep === undefined || context === undefined ? {} : { context }),
    ...(pointer === undefined ? {} : { pointer }),
    ...(char === undefined ? {} : { char }),
  }
}

const fail = (message: string, exit: number): number => {
  writeNote(message)
  return exit
}

const printRaw = async (stashes: readonly Stash[], key: string): Promise<number> => {
  const answer = await getFromAny(stashes, key)
  if (answer === undefined || !answer.found) return fail(answer?.message ?? 'There is no stash.', EXIT.input)
  writeOut(decodeBytes(answer.bytes).text)
  return EXIT.done
}

/** What is read again is charged back in the report, in the ledger beside the original. */
export const charge = ({ found, key, text }: Extract<Retrieved, { ok: true }>, host: 'cli' | 'mcp'): void => {
  if (found.path === undefined) return
  appendLedger(dirname(found.path), { decision: 'reopened', host, key, tokens: [0, chars4(text)] })
}

/** Prints a page of an original. A miss is one sentence and exit code 4; lines or values that are not there are exit code 2. */
export const runRetrieve = async (values: Values): Promise<number> => {
  const key = values.argument
  if (key === undefined) throw usageError('retrieve needs a KEY', 'copy it from the [diet] line that names it')
  const stashes = openStashes(process.cwd())
  if (values.on('raw')) return printRaw(stashes, key)
  const request = getRequest(values)
  const page = await retrieve(stashes, key, request, { ask: (next) => formatRequest(key, next) })
  if (!page.ok) return fail(page.message, page.reason === 'request' ? EXIT.usage : EXIT.input)
  charge(page, 'cli')
  const { found: _, ok: __, ...record } = page
  writeOut(values.on('json') ? `${JSON.stringify(record)}\n` : page.text)
  return EXIT.done
}
