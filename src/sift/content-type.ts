/** What a text is, in the words of this API. */
import { chooseKind } from '../kinds/registry.ts'
import type { Ask } from '../ladder/candidate.ts'
import { createSource } from '../source/source.ts'
import { chars4 } from '../source/tokens.ts'
import { firstLines, isCode, isConfig, isHtml, isLog } from './shapes.ts'

export type ContentType =
  | 'json_array'
  | 'build_output'
  | 'search_results'
  | 'git_diff'
  | 'source_code'
  | 'plain_text'
  | 'html'
  | 'structured_config'
  | 'tabular'

/** Kinds of the engine that say all there is to say; of the others the lines decide. */
const TYPES: Readonly<Record<string, ContentType>> = {
  json: 'json_array',
  search: 'search_results',
  diff: 'git_diff',
  table: 'tabular',
  code: 'source_code',
  html: 'html',
  config: 'structured_config',
  prose: 'plain_text',
}

const askFor = (text: string): Ask => ({
  budget: 0,
  count: chars4,
  counter: 'chars4',
  sourceTokens: chars4(text),
  command: undefined,
  tool: undefined,
  exitCode: undefined,
  query: undefined,
  protect: [],
  mode: 'auto',
  original: undefined,
  normalize: { ansi: true, cr: true },
})

/** The file names of code: their content is code whatever it looks like. */
const CODE_FILE = /\.(?:py|pyi|js|jsx|mjs|cjs|ts|tsx|mts|cts|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala)$/i

export const isCodeFile = (path: string | undefined): boolean => path !== undefined && CODE_FILE.test(path)

const typeOfLines = (text: string): ContentType => {
  if (isHtml(text)) return 'html'
  const lines = firstLines(text, 200)
  if (isCode(lines)) return 'source_code'
  if (isConfig(lines)) return 'structured_config'
  return isLog(lines) ? 'build_output' : 'plain_text'
}

export interface Recognised {
  /** Name of the engine's kind. */
  readonly kind: string
  readonly type: ContentType
}

export const recognise = (text: string): Recognised => {
  if (text.trim() === '') return { kind: 'log', type: 'plain_text' }
  const source = createSource(text)
  const { kind: chosen, source: read } = chooseKind(source, askFor(text))
  /* Behind times or names of services a document is what a run printed. */
  const kind = read === source ? chosen.name : 'log'
  const type = Object.hasOwn(TYPES, kind) ? TYPES[kind]! : typeOfLines(text)
  // Comments read like sentences.
  return { kind, type: type === 'plain_text' && isCode(firstLines(text, 200)) ? 'source_code' : type }
}

/** The type of a text; `plain_text` when it is nothing else. Linear in its size. */
export const detectContentType = (text: string): ContentType => recognise(text).type
