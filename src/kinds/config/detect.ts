/** Which lines are a config file. What tools print has `name: text` lines too: those repeat their names, stand in columns, or break off. */
import { analyse } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import type { Detected } from '../types.ts'
import { type AssignDraft, readAssignments } from './assign.ts'
import { finish, PART, type Tree } from './tree.ts'
import { readWholeYaml, readYaml, type YamlDraft } from './yaml.ts'

/** Lines that are read to find the format; the others are read once it is known. */
const SAMPLE = 1500
const LEAST_KEYS = 4
const MOST_MISFITS = 0.02
/** Entries that a line of YAML may open, `- - key: value`, where misfits are counted against entries. */
const MOST_NESTED = 3
const MOST_DOUBLED = 0.01
const MOST_SPACED = 0.2
const MOST_CONTINUED = 0.1
const MOST_ALIGNED = 0.25
/** Names that stand twice: systemd and git allow it, logs in `key=value` do nothing else. */
const MOST_DOUBLED_ASSIGNED = 0.3

const few = (count: number, total: number, share: number): boolean => count <= Math.max(total >= 20 ? 1 : 0, share * total)

const isYaml = ({ counts }: YamlDraft): boolean => {
  const { keys, items, misfits, doubled, continued, documents, spaced, aligned, deepest } = counts
  const lines = keys + items
  return (
    keys >= LEAST_KEYS &&
    few(misfits, lines, MOST_MISFITS) &&
    few(doubled, keys, MOST_DOUBLED) &&
    few(spaced, keys, MOST_SPACED) &&
    few(continued, lines, MOST_CONTINUED) &&
    few(aligned, keys, MOST_ALIGNED) &&
    (deepest >= 2 || items >= 3 || documents > 0)
  )
}

const formatOf = ({ counts }: AssignDraft): string => {
  if (counts.sections === 0) return counts.upper >= 0.7 * counts.keys ? '.env' : 'properties'
  return counts.semicolons === 0 && counts.colons === 0 && counts.toml >= 0.8 * counts.keys ? 'TOML' : 'INI'
}

const isAssigned = ({ counts }: AssignDraft): boolean => {
  const { sections, keys, misfits, doubled, continued } = counts
  return (
    keys >= (sections > 0 ? 3 : LEAST_KEYS + 1) &&
    few(misfits, keys, MOST_MISFITS) &&
    doubled <= MOST_DOUBLED_ASSIGNED * keys &&
    continued <= 0.5 * keys &&
    /* Names before a colon are what every log has: as a file of its own it is `key: value` of YAML, or of INI under sections. */
    (sections > 0 ? counts.colons <= 0.9 * keys : counts.colons <= 0.1 * keys)
  )
}

/** Lines that no config file has, where a test or a build reports. */
const REPORTS: ReadonlySet<number> = new Set<number>([ROLE.mark, ROLE.thrown, ROLE.verdict, ROLE.pass])

/** Whether what does not fit, or only continues, is the report of a tool. */
const reports = (source: Source, { parts }: { readonly parts: Uint8Array }): boolean => {
  let odd = false
  for (const part of parts) if (part === PART.misfit) odd = true
  if (!odd) return false
  const { roles } = analyse(source)
  return parts.some((part, i) => part === PART.misfit && REPORTS.has(roles[i]!))
}

const read = (source: Source): Tree | undefined => {
  if (source.lines < 4 || source.prefix !== undefined) return undefined
  const first = source.text.charCodeAt(0) === 0xfeff ? source.text[1] : source.text[0]
  if (first === '{' || first === '<') return undefined
  const lines = Math.min(source.lines, SAMPLE)
  const assigned = isAssigned(readAssignments(source, SAMPLE, Math.max(1, MOST_MISFITS * lines)))
  if (!assigned && !isYaml(readYaml(source, SAMPLE, new Set(), Math.max(1, MOST_MISFITS * lines * MOST_NESTED)))) return undefined
  const whole = assigned ? readAssignments(source, source.lines) : readWholeYaml(source)
  if (!('documents' in whole.counts ? isYaml(whole as YamlDraft) : isAssigned(whole as AssignDraft))) return undefined
  if (reports(source, whole)) return undefined
  return finish(source, assigned ? formatOf(whole as AssignDraft) : 'YAML', whole)
}

const found = new WeakMap<Source, Tree | null>()

/** The config file that a source is; undefined when it is none. A source is read once. */
export const findConfig = (source: Source): Tree | undefined => {
  const known = found.get(source)
  if (known !== undefined) return known ?? undefined
  const tree = read(source)
  found.set(source, tree ?? null)
  return tree
}

/** Any text as the format that fits it best, for a caller who says that it is a config file. */
export const readAsConfig = (source: Source): Tree => {
  const assigned = readAssignments(source, source.lines)
  const yaml = readWholeYaml(source)
  const isBetter = assigned.counts.misfits <= yaml.counts.misfits
  return finish(source, isBetter ? formatOf(assigned) : 'YAML', isBetter ? assigned : yaml)
}

const countKeys = ({ parts }: Tree): number => {
  let keys = 0
  for (const part of parts) if (part === PART.key) keys++
  return keys
}

export const detectConfig = (source: Source, failed: boolean): Detected => {
  /* What a failing command prints is its report. */
  if (failed) return { score: 0, why: 'the command failed' }
  const tree = findConfig(source)
  if (tree === undefined) return { score: 0, why: 'no config file' }
  return { score: 0.65, why: `${tree.what} with ${countKeys(tree)} keys` }
}
