/** All kinds; adding one is one line here. `log` is last: it takes what no other kind claims. */
import type { Ask } from '../ladder/candidate.ts'
import { decodeLossless } from '../ladder/lossless/decode.ts'
import { behindPrefix, type Source } from '../source/source.ts'
import { code } from './code/code.ts'
import { config } from './config/config.ts'
import { diff } from './diff/diff.ts'
import { html } from './html/html.ts'
import { json } from './json/json.ts'
import { log } from './log/log.ts'
import { mixed } from './mixed/mixed.ts'
import { paths } from './paths/paths.ts'
import { decodePrefixed } from './prefixed.ts'
import { prose } from './prose/prose.ts'
import { search } from './search/search.ts'
import { table } from './table/table.ts'
import type { Detected, Kind } from './types.ts'
import { xml } from './xml/xml.ts'

export const KINDS: readonly Kind[] = [diff, search, paths, json, table, config, code, xml, html, mixed, prose, log]

const decodePlain = (text: string): string | undefined => {
  for (const { decode } of KINDS) {
    const source = decode?.(text)
    if (source !== undefined) return source
  }
  return decodeLossless(text)
}

/** Rebuilds the source from a lossless digest of any kind; undefined when the text is none. */
export const decodeDigest = (text: string): string | undefined => decodePrefixed(text, decodePlain)

export interface Choice {
  readonly kind: Kind
  readonly detected: Detected
  /** What the kind reads: the source, or the text behind the prefixes of its lines. */
  readonly source: Source
}

/** The kind that is surest; ties go to the earlier one. `log` is asked last, and by itself. */
const surest = (source: Source, ask: Ask, kinds: readonly Kind[]): Choice | undefined => {
  let best: Choice | undefined
  for (const kind of kinds) {
    if (kind === log) continue
    const detected = kind.detect(source, ask)
    if (detected.score > (best?.detected.score ?? 0)) best = { kind, detected, source }
  }
  return best
}

/** Behind prefixes a kind must be as sure as that, and sentences are what a program logs. */
const LEAST_BEHIND = 0.55
/** Chars that are looked at before the text behind all prefixes is made. */
const SAMPLE = 1 << 16

/** A line of a log begins so. */
const LEVELS = /^[\s[(]{0,4}(?:<(?=[a-z]{1,8}>))?(?:trace|debug|info|notice|warn(?:ing)?|err(?:or)?|fatal|critical)\b/i
/** Of so many lines, at the most, half that state their level are a log. */
const LEVEL_LINES = 40

const statesLevels = (source: Source): boolean => {
  const lines = Math.min(source.lines, LEVEL_LINES)
  let levels = 0
  for (let n = 1; n <= lines; n++) if (LEVELS.test(source.body(n))) levels++
  return 2 * levels >= lines
}

const surestBehind = (source: Source, ask: Ask, all: readonly Kind[]): Choice | undefined => {
  if (source.prefix === undefined || statesLevels(source)) return undefined
  const kinds = all.filter((kind) => kind !== prose)
  let lines = 0
  while (lines < source.lines && source.starts[lines]! < SAMPLE) lines++
  const sampled = surest(behindPrefix(source, lines), ask, kinds)
  if (sampled === undefined || sampled.detected.score < LEAST_BEHIND || lines === source.lines) return sampled
  return surest(behindPrefix(source), ask, kinds)
}

/** A column of times may be data of these; names before all lines are none. */
const TIMED: readonly Kind[] = [table, paths]

const surestOf = (source: Source, ask: Ask, kinds: readonly Kind[]): Choice | undefined => {
  const plain = source.prefix?.timesAlone === false ? undefined : surest(source, ask, kinds)
  const behind = surestBehind(source, ask, kinds)
  if (behind === undefined || behind.detected.score < LEAST_BEHIND) return plain
  if (plain === undefined || behind.detected.score > plain.detected.score) return behind
  return behind.detected.score === plain.detected.score && !TIMED.includes(plain.kind) ? behind : plain
}

/**
 * The kind that is surest, of the source or of the text behind the prefixes of its lines. Whether a tool is known that prints such
 * lines only matters where another kind claims them.
 */
export const chooseKind = (source: Source, ask: Ask, kinds: readonly Kind[] = KINDS): Choice => {
  const best = surestOf(source, ask, kinds)
  if (best === undefined) return { kind: log, detected: { score: 0, why: 'no other kind fits better' }, source }
  const own = log.detect(source, ask)
  return best.detected.score > own.score ? best : { kind: log, detected: own, source }
}

/** The kind that the caller asks for, on the text that it is surer of. */
export const givenKind = (kind: Kind, source: Source, ask: Ask): Choice => ({
  kind,
  detected: { score: 1, why: 'asked for' },
  source: (kind === log ? undefined : surestOf(source, ask, [kind])?.source) ?? source,
})
