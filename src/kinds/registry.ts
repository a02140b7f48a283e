/** All kinds; adding one is one line here. `log` is last: it takes what no other kind claims. */
import type { Ask } from '../ladder/candidate.ts'
import { decodeLossless } from '../ladder/lossless/decode.ts'
import type { Source } from '../source/source.ts'
import { code } from './code/code.ts'
import { config } from './config/config.ts'
import { diff } from './diff/diff.ts'
import { html } from './html/html.ts'
import { json } from './json/json.ts'
import { log } from './log/log.ts'
import { mixed } from './mixed/mixed.ts'
import { paths } from './paths/paths.ts'
import { prose } from './prose/prose.ts'
import { search } from './search/search.ts'
import { table } from './table/table.ts'
import type { Detected, Kind } from './types.ts'
import { xml } from './xml/xml.ts'

export const KINDS: readonly Kind[] = [diff, search, paths, json, table, config, code, xml, html, mixed, prose, log]

/** Rebuilds the source from a lossless digest of any kind; undefined when the text is none. */
export const decodeDigest = (text: string): string | undefined => {
  for (const { decode } of KINDS) {
    const source = decode?.(text)
    if (source !== undefined) return source
  }
  return decodeLossless(text)
}

export interface Choice {
  readonly kind: Kind
  readonly detected: Detected
}

/** The kind that is surest; ties go to the earlier one. Whether a tool is known that prints such lines only matters where another kind claims them. */
export const chooseKind = (source: Source, ask: Ask, kinds: readonly Kind[] = KINDS): Choice => {
  let best: Choice | undefined
  for (const kind of kinds) {
    if (kind === log) continue
    const detected = kind.detect(source, ask)
    if (detected.score > (best?.detected.score ?? 0)) best = { kind, detected }
  }
  if (best === undefined) return { kind: log, detected: { score: 0, why: 'no other kind fits better' } }
  const own = log.detect(source, ask)
  return best.detected.score > own.score ? best : { kind: log, detected: own }
}
