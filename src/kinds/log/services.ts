/**
 * Services that print between each other's lines, such as those of `docker compose logs`: what each of them prints is read as a source
 * of its own, and told by the lines of the source.
 */
import type { Failure } from '../../ladder/candidate.ts'
import { mergeRanges } from '../../ladder/ranges.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { createSource, type Source } from '../../source/source.ts'
import type { Blocks } from './blocks.ts'
import type { Profiled } from './profiles/profiles.ts'
import type { Found } from './reading.ts'

/** What one service prints. */
export interface Service {
  readonly source: Source
  /** Number in the whole source of each line of it, line n at index n - 1. */
  readonly lines: readonly number[]
}

const TELLS = new Set<number>([ROLE.mark, ROLE.failure, ROLE.thrown, ROLE.verdict, ROLE.reason, ROLE.weak])
/** More names than that are those of requests or of records. */
const MOST = 64

/** Lines by service; a line without a name goes on with the one above. Undefined when no service comes back after another. */
const linesByService = (
  source: Source,
  serviceOf: (text: string, from: number, to: number) => string,
): number[][] | undefined => {
  const services = new Map<string, number[]>()
  let [last, changes] = ['', 0]
  for (let n = 1; n <= source.lines; n++) {
    const from = source.starts[n - 1]!
    const isSame = last !== '' && source.text.startsWith(last, from)
    const name = isSame ? last : serviceOf(source.text, from, source.end(n)) || last
    if (name !== last || n === 1) changes++
    last = name
    const lines = services.get(name)
    if (lines === undefined) services.set(name, [n])
    else lines.push(n)
    if (services.size > MOST) return undefined
  }
  return changes > services.size ? [...services.values()] : undefined
}

/** Those lines of the source; neighbours are cut out together. */
const textOf = ({ text, starts }: Source, lines: readonly number[]): string => {
  const parts: string[] = []
  for (let i = 0; i < lines.length; ) {
    const first = i++
    while (i < lines.length && lines[i] === lines[i - 1]! + 1) i++
    parts.push(text.slice(starts[lines[first]! - 1], starts[lines[i - 1]!]))
  }
  return parts.join('')
}

/** Undefined where services do not print between each other's lines, or nothing in them fails. */
export const splitServices = (source: Source, { roles }: Analysis): readonly Service[] | undefined => {
  const { prefix } = source
  if (prefix?.serviceOf === undefined || !roles.some((role) => TELLS.has(role))) return undefined
  return linesByService(source, prefix.serviceOf)?.map((lines) => ({
    source: createSource(textOf(source, lines), prefix),
    lines,
  }))
}

const rolesOf = (analysis: Analysis, services: readonly Service[], found: readonly Found[]): Uint8Array => {
  const roles = new Uint8Array(analysis.roles.length)
  services.forEach(({ lines }, k) => {
    const own = found[k]!.profiled.analysis.roles
    lines.forEach((n, i) => {
      roles[n - 1] = own[i]!
    })
  })
  return roles
}

/** The profiles of all services; what they say of shapes, by the shapes of the whole source. */
const joinProfiled = (analysis: Analysis, services: readonly Service[], found: readonly Found[]): Profiled => {
  const recognised: Profiled['recognised'][number][] = []
  const owner = new Uint8Array(analysis.shapeCount.length)
  const success = new Uint8Array(analysis.shapeCount.length)
  services.forEach(({ lines }, k) => {
    const { profiled } = found[k]!
    const indexes = profiled.recognised.map((one) => {
      const known = recognised.findIndex(({ profile }) => profile === one.profile)
      const told = { ...one, lines: one.lines.map((n) => lines[n - 1]!) }
      return known >= 0 ? known : recognised.push(told) - 1
    })
    profiled.analysis.scan.firsts.forEach((first, id) => {
      const shape = analysis.shape[lines[first]! - 1]!
      if (profiled.success[id] === 1) success[shape] = 1
      if (profiled.owner[id]! > 0) owner[shape] = 1 + indexes[profiled.owner[id]! - 1]!
    })
  })
  return { analysis: { ...analysis, roles: rolesOf(analysis, services, found) }, recognised, owner, success, isQuiet: false }
}

/** The blocks of one service by the lines of the whole source; `first` is how many blocks come before them. */
const blocksInSource = (blocks: Blocks, { lines }: Service, first: number): Omit<Blocks, 'of' | 'rank'> => {
  const lineAt = (n: number): number => lines[n - 1]!
  const rangesOf = ([from, to]: LineRange): LineRange[] => mergeRanges(lines.slice(from - 1, to).map((n): LineRange => [n, n]))
  const setOf = (numbers: ReadonlySet<number>): ReadonlySet<number> => new Set([...numbers].map(lineAt))
  const told = new Map(
    blocks.failures.map((failure): readonly [Failure, Failure] => {
      const title = lineAt(failure.title)
      const ranges = failure.blocks.flatMap(rangesOf)
      const own = ranges.find(([from, to]) => from <= title && title <= to) ?? [title, title]
      const others = ranges.filter((range) => range !== own)
      return [failure, { ...failure, title, also: failure.also.map(lineAt), blocks: [own, ...others] }]
    }),
  )
  return {
    ...blocks,
    failures: [...told.values()],
    echoes: setOf(blocks.echoes),
    quotes: new Map([...blocks.quotes].map(([n, title]) => [lineAt(n), lineAt(title)])),
    parents: setOf(blocks.parents),
    loose: blocks.loose.flatMap(rangesOf),
    tolerated: new Set([...blocks.tolerated].map((number) => number + first)),
    clusters: blocks.clusters.map(({ failures, cause }) => ({
      failures: failures.map((failure) => told.get(failure) ?? failure),
      cause: lineAt(cause),
    })),
    titles: setOf(blocks.titles),
  }
}

const joinBlocks = (lines: number, services: readonly Service[], found: readonly Found[]): Blocks => {
  const of = new Int32Array(lines)
  const rank = new Uint16Array(lines)
  const parts: Omit<Blocks, 'of' | 'rank'>[] = []
  let first = 0
  services.forEach((service, k) => {
    const { blocks } = found[k]!
    parts.push(blocksInSource(blocks, service, first))
    let most = 0
    service.lines.forEach((n, i) => {
      const block = blocks.of[i]!
      if (block > 0) of[n - 1] = first + block
      rank[n - 1] = blocks.rank[i]!
      most = Math.max(most, block)
    })
    first += most
  })
  const counted = parts.map(({ disputed, failures }) => disputed ?? failures.length)
  return {
    failures: parts.flatMap(({ failures }) => failures).sort((a, b) => a.title - b.title),
    of,
    rank,
    echoes: new Set(parts.flatMap(({ echoes }) => [...echoes])),
    quotes: new Map(parts.flatMap(({ quotes }) => [...quotes])),
    parents: new Set(parts.flatMap(({ parents }) => [...parents])),
    loose: mergeRanges(parts.flatMap(({ loose }) => loose)),
    tolerated: new Set(parts.flatMap(({ tolerated }) => [...tolerated])),
    disputed: parts.some(({ disputed }) => disputed !== undefined) ? counted.reduce((sum, n) => sum + n, 0) : undefined,
    clusters: parts.flatMap(({ clusters }) => clusters),
    titles: new Set(parts.flatMap(({ titles }) => [...titles])),
    guessed: parts.every(({ guessed }) => guessed),
  }
}

const toldByAll = (found: readonly Found[]): Found['told'] =>
  found.some(({ told }) => told === 'failed') ? 'failed' : found.some(({ told }) => told === 'passed') ? 'passed' : null

/** What was found in each of the services, by the lines of the whole source. */
export const joinServices = (analysis: Analysis, services: readonly Service[], found: readonly Found[]): Found => ({
  profiled: joinProfiled(analysis, services, found),
  blocks: joinBlocks(analysis.roles.length, services, found),
  told: toldByAll(found),
})

/** Words tell of a failure only where nothing failed by its structure, in any of the services. */
export const hasStrong = (found: readonly Found[]): boolean =>
  found.some(({ blocks: { guessed, failures } }) => !guessed && failures.length > 0)
