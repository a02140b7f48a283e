/** The tool that reads originals back: text only, since hosts that get structured content show or bill it twice. */
import { charge, openStashes } from '../cli/commands/retrieve.ts'
import { type PageRequest, parseLines } from '../stash/pages.ts'
import { retrieve } from '../stash/retrieve.ts'
import { ArgumentError, type Arguments, type Name } from './parameters.ts'

export const RETRIEVE_NAME = 'diet_retrieve'
export const RETRIEVE_NAMES: readonly Name[] = ['key', 'lines', 'grep', 'context', 'pointer', 'char']
export const RETRIEVE_DESCRIPTION = 'Pages of a saved output, by its key.'

/** The call that gets a page. */
const formatCall = (key: string, { lines, ...rest }: PageRequest): string =>
  `${RETRIEVE_NAME} ${JSON.stringify({ key, ...(lines === undefined ? {} : { lines: `${lines[0]}-${lines[1]}` }), ...rest })}`

const toRequest = ({ lines: text, grep, context, pointer, char }: Arguments): PageRequest => {
  const lines = text === undefined ? undefined : parseLines(text)
  if (typeof lines === 'string') throw new ArgumentError(lines)
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(grep === undefined ? {} : { grep }),
    ...(grep === undefined || context === undefined ? {} : { context }),
    ...(pointer === undefined ? {} : { pointer }),
    ...(char === undefined ? {} : { char }),
  }
}

/** A page, or an ArgumentError with the sentence that says why there is none and what to do. Looks from `root` on. */
export const retrieveForModel = async (args: Arguments, root: string): Promise<string> => {
  const page = await retrieve(openStashes(root), args.key!, toRequest(args), { ask: (next) => formatCall(args.key!, next) })
  if (!page.ok) throw new ArgumentError(page.message)
  charge(page, 'mcp')
  return page.text
}
