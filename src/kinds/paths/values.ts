/** What each line of a listing is worth: what the query names, each directory before many entries of one. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import { generatedByName } from '../diff/generated.ts'
import { LINE, type Listing } from './parse.ts'

/** Worth per char of a line of usual length. */
const WORTH = { entry: 0.5, dir: 0.8, meta: 0.01, summary: 3, other: 2, failure: 6, query: 6 } as const
/** By how much each shown entry of a directory lowers the worth of its next one. */
const FADE = 1
/** Names that say what a directory is about. */
const TELLING =
  /^(?:readme|license|changelog|package\.json|cargo\.toml|go\.mod|pyproject\.toml|pom\.xml|build\.gradle|makefile|dockerfile|tsconfig\.json|requirements\.txt|gemfile|main|index|app|mod|lib|__init__)(?:\.|$)/i

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot)
}

/** A mark of version control that few entries bear (a conflict among changes) is worth more. */
const markRarity = ({ roles, name }: Listing, view: (n: number) => string): ((n: number) => number) => {
  const counts = new Map<string, number>()
  const markOf = (n: number): string | undefined =>
    name[n - 1]! < 3 ? undefined : /^([MADRCTUX?! ][MADRCTUX?! ]?)\d{0,3}\s/.exec(view(n))?.[1]?.trim()
  let entries = 0
  for (let n = 1; n <= roles.length; n++) {
    const mark = roles[n - 1] === LINE.entry ? markOf(n) : undefined
    if (mark === undefined) continue
    entries++
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  return (n) => {
    const count = entries === 0 ? undefined : counts.get(markOf(n) ?? '')
    return count === undefined ? 1 : 1 + 2 * (1 - count / entries) ** 4
  }
}

export const valuesOf = (source: Source, listing: Listing, failures: ReadonlySet<number>, ask: Ask): Values => {
  const { roles, dir, dirs, name, needs } = listing
  const { lines } = source
  const gain = new Float64Array(lines)
  const group = new Int32Array(lines).fill(-1)
  const fade = new Float32Array(lines)
  const view = listing.form === 'tree' ? source.body : source.view
  const nameOf = (n: number): string =>
    roles[n - 1] === LINE.entry || roles[n - 1] === LINE.dir ? view(n).slice(name[n - 1]!) : ''
  const byName = ask.query === undefined ? undefined : createRelevance(ask.query, { lines, line: nameOf })
  const byDir =
    ask.query === undefined ? undefined : createRelevance(ask.query, { lines: dirs.length, line: (i) => dirs[i - 1]! })
  const extensions = new Map<string, number>()
  for (let n = 1; n <= lines; n++) {
    if (roles[n - 1] !== LINE.entry) continue
    const extension = extensionOf(nameOf(n))
    extensions.set(extension, (extensions.get(extension) ?? 0) + 1)
  }
  const rareMark = markRarity(listing, view)
  const depth = dirs.map((path) => path.split(/[\\/]/).length)
  const made = dirs.map((path) => generatedByName(`${path}/x`) !== undefined)
  const set = (n: number, worth: number): void => {
    gain[n - 1] = worth * Math.sqrt(Math.max(16, Math.min(400, source.end(n) - source.starts[n - 1]!)) * 40)
  }
  /** How near the line is to the query, 0..2. */
  const likeness = (n: number, d: number): number => {
    const own = byName === undefined || byName.max === 0 ? 0 : byName.scores[n]! / byName.max
    const place = byDir === undefined || byDir.max === 0 || d < 0 ? 0 : byDir.scores[d + 1]! / byDir.max
    return own * own + own * place + 0.15 * place
  }
  for (let n = 1; n <= lines; n++) {
    const role = roles[n - 1]!
    const d = dir[n - 1]!
    if (failures.has(n)) set(n, WORTH.failure)
    else if (role === LINE.entry) {
      const own = nameOf(n)
      const rare = 1 / (1 + 0.1 * Math.log2(extensions.get(extensionOf(own)) ?? 1))
      const near = likeness(n, d)
      const shallow = d < 0 ? 1 : 1 / (1 + 0.15 * depth[d]!)
      set(
        n,
        WORTH.entry * rare * shallow * rareMark(n) * (TELLING.test(own) ? 1.6 : 1) * (d >= 0 && made[d] === true ? 0.5 : 1) +
          WORTH.query * near,
      )
      group[n - 1] = d
      fade[n - 1] = near > 0.5 ? FADE / 20 : FADE
    } else if (role === LINE.dir) {
      set(n, WORTH.dir / (1 + 0.3 * (d < 0 ? 0 : depth[d]!)) + (WORTH.query / 2) * likeness(n, d))
    } else if (role === LINE.meta) set(n, WORTH.meta)
    else if (role === LINE.summary) set(n, WORTH.summary)
    else if (source.end(n) > source.starts[n - 1]!) {
      set(n, WORTH.other)
      group[n - 1] = dirs.length
      fade[n - 1] = 0.3
    }
  }
  return { gain, group, fade, twin: new Int32Array(lines).fill(-1), needs }
}
