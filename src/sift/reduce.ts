/** One text through the engine: a form that rebuilds it, else a shorter one, else the text itself. Pure and synchronous. */
import { decodeDigest, KINDS } from '../kinds/registry.ts'
import { MARK } from '../receipt/notes.ts'
import { chars4 } from '../source/tokens.ts'
import { type Digest, type DigestOptions, digest } from '../verbs/digest.ts'
import { type ContentType, detectContentType, isCodeFile } from './content-type.ts'
import { findCredentials } from './credentials.ts'
import { bytesOf, estimateTokens, MIN_BYTES } from './estimate.ts'
import { endsWithMarker, formatTrailer } from './marker.ts'

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

/** A reader looks such texts up by names, which a template for many lines does not spell out. */
const SPELLED: ReadonlySet<ContentType> = new Set(['source_code', 'structured_config'])

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
  const type = isCode ? 'source_code' : detectContentType(text)
  const credentials = findCredentials(text)
  const options: DigestOptions = {
    query: query || undefined,
    command: input.command,
    tool: input.tool,
    exitCode: input.exitCode,
    kind: isCode && KINDS.some(({ name }) => name === 'code') ? 'code' : undefined,
    protectLines: linesWith(text, credentials),
    normalize: { ansi: true, cr: true },
  }
  const showsAll = (shown: string): boolean => credentials.every((value) => shown.includes(value))
  const tokens = chars4(text)
  if (!SPELLED.has(type)) {
    const whole = tryDigest(text, { ...options, budget: Math.min(Math.floor(tokens * LOSSLESS_SHARE), LOSSLESS_TOKENS) })
    if (whole?.receipt.lossless === true && isSmaller(whole.text, text) && showsAll(whole.text)) {
      return { lossy: false, text: whole.text }
    }
  }
  const budget = Math.min(Math.floor(tokens * LOSSY_SHARE), LOSSY_TOKENS)
  const part = tryDigest(text, { ...options, budget, mode: SPELLED.has(type) ? 'verbatim' : 'auto' })
  if (part === undefined || !isSmaller(withTrailer(part, ANY_KEY), text) || !showsAll(part.text)) return undefined
  return { lossy: true, finish: (key) => withTrailer(part, key) }
}
