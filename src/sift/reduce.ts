/** One text through the engine: a form that rebuilds it, else a shorter one, else the text itself. Pure and synchronous. */
import { decodeDigest, KINDS } from '../kinds/registry.ts'
import { MARK } from '../receipt/notes.ts'
import { chars4 } from '../source/tokens.ts'
import { type Digest, type DigestOptions, digest } from '../verbs/digest.ts'
import { isCodeFile, type Recognised, recognise } from './content-type.ts'
import { findCredentials } from './credentials.ts'
import { bytesOf, estimateTokens, MIN_BYTES } from './estimate.ts'
import { endsWithMarker, formatTrailer } from './marker.ts'
import { renderPage } from './page.ts'
import { taggedLines } from './tags.ts'

export interface ReduceInput {
  readonly text: string
  readonly query?: string | undefined
  /** Name of the file that the text is from. */
  readonly sourcePath?: string | undefined
  readonly command?: string | undefined
  readonly tool?: string | undefined
  readonly exitCode?: number | undefined
}

export type Reduction =
  | { readonly lossy: false; readonly text: string }
  /** The text, given the key under which the original is kept. */
  | { readonly lossy: true; readonly finish: (key: string) => string }

/** A form that rebuilds the text is worth its oddities when it saves as much; it may also be no longer than a reader can use. */
const LOSSLESS_SHARE = 0.85
const LOSSLESS_TOKENS = 20_000
/** A shorter form has at most this share of the tokens, and not more than so many. */
const LOSSY_SHARE = 0.5
const LOSSY_TOKENS = 8000

/** What a page shows is worth as much of it; of a longer one the engine selects. */
const PAGE_SHARE = 0.8

/** People read such texts by their names and sentences, which a template for many lines does not spell out. */
const isSpelled = ({ kind, type }: Recognised): boolean =>
  type === 'source_code' || type === 'structured_config' || type === 'html' || kind === 'prose'

/** What has tags of its own, where they are no more than the rest of it. */
const MARKUP: readonly string[] = ['xml', 'html', 'code', 'config', 'json']
const isMarkup = (recognised: Recognised | undefined): boolean => recognised === undefined || MARKUP.includes(recognised.kind)

/** Lines longer than this are not kept whole for a credential in them. */
const LINE_CHARS = 1000

/** A key of the right size: what a text takes does not depend on what it is. */
const ANY_KEY = '0'.repeat(24)

const isOwn = (text: string): boolean => endsWithMarker(text) || (text.startsWith(`${MARK} `) && decodeDigest(text) !== undefined)

const linesWith = (text: string, values: readonly string[]): readonly string[] =>
  values.flatMap((value) => {
    const at = text.indexOf(value)
    const from = text.lastIndexOf('\n', at) + 1
    const to = text.indexOf('\n', at)
    const line = text.slice(from, to < 0 ? text.length : to)
    return line.length > LINE_CHARS ? [] : [line]
  })

const withTrailer = ({ text, receipt }: Digest, key: string): string => {
  const omitted = Object.values(receipt.removed).reduce((sum, count) => sum + count, 0)
  return `${text}${text.endsWith('\n') ? '' : '\n'}${formatTrailer(omitted, key)}`
}

/** Smaller by the estimate of this API, whatever is added to it included. */
const isSmaller = (text: string, original: string): boolean => estimateTokens(bytesOf(text)) < estimateTokens(bytesOf(original))

const tryDigest = (text: string, options: DigestOptions): Digest | undefined => {
  try {
    const result = digest(text, options)
    return result.changed ? result : undefined
  } catch {
    // Protected lines that do not fit, or anything unforeseen: the text stays as it is.
    return undefined
  }
}

/** Undefined when the text stays as it is: too small, reduced before, or nothing shorter shows all that must be seen. */
export const reduce = (input: ReduceInput): Reduction | undefined => {
  const { text, query, sourcePath } = input
  if (bytesOf(text) < MIN_BYTES || isOwn(text)) return undefined
  const isCode = isCodeFile(sourcePath)
  const recognised = isCode ? undefined : recognise(text)
  const spelled = recognised === undefined || isSpelled(recognised)
  const credentials = findCredentials(text)
  const options: DigestOptions = {
    query: query || undefined,
    command: input.command,
    tool: input.tool,
    exitCode: input.exitCode,
    kind: isCode && KINDS.some(({ name }) => name === 'code') ? 'code' : undefined,
    protectLines: [...linesWith(text, credentials), ...(isMarkup(recognised) ? [] : taggedLines(text))],
    normalize: { ansi: true, cr: true },
  }
  const showsAll = (shown: string): boolean => credentials.every((value) => shown.includes(value))
  const tokens = chars4(text)
  if (recognised?.type === 'html') {
    const page = renderPage(text)
    const finish = (key: string): string => `${page}${formatTrailer(0, key)}`
    if (page !== undefined && chars4(page) <= Math.min(tokens * PAGE_SHARE, LOSSY_TOKENS)) return { lossy: true, finish }
  }
  if (!spelled) {
    const whole = tryDigest(text, { ...options, budget: Math.min(Math.floor(tokens * LOSSLESS_SHARE), LOSSLESS_TOKENS) })
    if (whole?.receipt.lossless === true && isSmaller(whole.text, text) && showsAll(whole.text)) {
      return { lossy: false, text: whole.text }
    }
  }
  const budget = Math.min(Math.floor(tokens * LOSSY_SHARE), LOSSY_TOKENS)
  const part = tryDigest(text, { ...options, budget, mode: spelled ? 'verbatim' : 'auto' })
  if (part === undefined || !isSmaller(withTrailer(part, ANY_KEY), text) || !showsAll(part.text)) return undefined
  return { lossy: true, finish: (key) => withTrailer(part, key) }
}
