/** Failures with one cause: the same message, but for the file that each of them names as its own. */
import type { Failure } from '../../ladder/candidate.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'

export interface Cluster {
  /** In source order; the first of them tells the cause. */
  readonly failures: readonly Failure[]
  /** Line of the cause, from 1. */
  readonly cause: number
}

/** Fewer failures are no cluster. */
const LEAST = 8
/** Lines of a block in which the cause must stand. */
const REACH = 40
/** Chars of a cause that are compared. */
const WIDTH = 300
/** A shorter name of a file may be part of other words. */
const NAME_LEAST = 5

const TELLS = new Set<number>([ROLE.thrown, ROLE.reason, ROLE.failure])
const FILE_NAME = /[\w-]{1,100}(?:\.[\w-]{1,40}){0,4}\.\w{1,5}\b/

/** Lines of messages that are compared: the exception and what caused it. */
const MESSAGES = 4

/** Lines of the messages in a failure's own block; none when its title says all. */
const causesOf = ({ title, blocks }: Failure, roles: Uint8Array): readonly number[] => {
  const [from, to] = blocks[0]!
  const causes: number[] = []
  for (let n = from; n <= to && n - from < REACH && causes.length < MESSAGES; n++)
    if (n !== title && TELLS.has(roles[n - 1]!)) causes.push(n)
  return causes
}

/** What the messages say, without the words that name the failure's own file. */
const causeText = (source: Source, title: number, causes: readonly number[]): string => {
  const own = FILE_NAME.exec(source.body(title).slice(0, WIDTH))?.[0] ?? ''
  const isOwn = (word: string): boolean => own.length >= NAME_LEAST && word.includes(own)
  return causes
    .flatMap((n) => source.body(n).trim().slice(0, WIDTH).split(' '))
    .filter((word) => !isOwn(word))
    .join(' ')
}

/** Linear in the failures. Without those that stand alone. */
export const findClusters = (source: Source, { roles }: Analysis, failures: readonly Failure[]): readonly Cluster[] => {
  if (failures.length < LEAST) return []
  const byCause = new Map<string, { cause: number; failures: Failure[] }>()
  for (const failure of failures) {
    const causes = causesOf(failure, roles)
    const cause = causes[0]
    if (cause === undefined) continue
    const text = causeText(source, failure.title, causes)
    const known = byCause.get(text)
    if (known === undefined) byCause.set(text, { cause, failures: [failure] })
    else known.failures.push(failure)
  }
  return [...byCause.values()].filter((cluster) => cluster.failures.length >= LEAST)
}
