/** Which lines of a source stay visible and which annotations stand for the others. */
import { toRanges } from '../../receipt/accounting.ts'
import type { FateRange } from '../../receipt/types.ts'
import { CODE } from '../fates.ts'
import type { RepeatedBlock } from './blocks.ts'
import { MAX_MEMBERS, MAX_SLOTS } from './expand.ts'
import { countLines, countRows, type DistinctLine, type Group, groupLines, type Members, membersOf } from './groups.ts'
import type { InternedLines, LineSource } from './interned.ts'
import { mergeGroups, type PricedGroup, priceGroup, verbatimCost } from './merge.ts'
import { noteBlock, noteCopies, noteRepeats } from './repeats.ts'
import type { Style } from './style.ts'
import type { Tables } from './tables.ts'
import { encodeTemplate, type Template } from './template.ts'

/** What does not depend on how values are written. */
export interface Draft {
  readonly source: LineSource
  readonly blocks: readonly RepeatedBlock[]
  /** Distinct texts with their lines outside of copies of blocks. */
  readonly distinct: readonly DistinctLine[]
  readonly groups: readonly Group[]
}

export interface Plan {
  /** Visible lines and annotations in order, each without line end. */
  readonly rows: readonly string[]
  /** Chars of the rows with a line end each. */
  readonly chars: number
  readonly fates: readonly FateRange[]
}

/** A template must save this share of the lines that it replaces, and more than one of them. */
const LEAST_SAVED = 0.3
const LEAST_LINES = 3

const lengthOf = (source: LineSource, n: number): number => source.end(n) - source.starts[n - 1]!

/** Blocks whose copies are longer than their annotation. */
const payingBlocks = (source: LineSource, blocks: readonly RepeatedBlock[]): RepeatedBlock[] =>
  blocks.filter(({ first, size, copies }) => {
    let chars = 0
    for (let n = first; n < first + size; n++) chars += lengthOf(source, n) + 1
    return chars * copies.length > noteCopies(copies, size, first).length + 1
  })

const distinctLines = (source: LineSource, { ids, firsts }: InternedLines, isCopy: Uint8Array): DistinctLine[] => {
  const lines: number[][] = Array.from({ length: firsts.length }, () => [])
  for (let i = 0; i < ids.length; i++) if (isCopy[i] === 0) lines[ids[i]!]!.push(i + 1)
  return lines
    .filter((numbers) => numbers.length > 0)
    .map((numbers) => ({ text: source.line(numbers[0]!), lines: numbers }))
    .sort((a, b) => a.lines[0]! - b.lines[0]!)
}

export interface DraftOptions {
  readonly blocks: readonly RepeatedBlock[]
  /** Ids of lines that are part of no template. */
  readonly fixed: ReadonlySet<number>
  readonly maxChars: number
}

/** Joining groups and sharing tables saves less than this part of the sum of the groups. */
const HOPE = 2

/** Undefined when it is clear that the text will be longer than `maxChars`. */
export const draftPlan = (
  source: LineSource,
  interned: InternedLines,
  { blocks: found, fixed, maxChars }: DraftOptions,
): Draft | undefined => {
  const blocks = payingBlocks(source, found)
  const isCopy = new Uint8Array(source.lines)
  for (const { size, copies } of blocks) for (const copy of copies) isCopy.fill(1, copy - 1, copy - 1 + size)
  const distinct = distinctLines(source, interned, isCopy)
  const { groups, lexicon } = groupLines(distinct.filter(({ lines }) => !fixed.has(interned.ids[lines[0]! - 1]!)))
  /* Nothing to join, and what it takes is found when it is written. */
  if (groups.length < 2) return { source, blocks, distinct, groups }
  const priced: PricedGroup[] = []
  let cost = 0
  for (const group of groups) {
    const entry = priceGroup(group)
    cost += entry.cost
    if (cost > HOPE * maxChars) return undefined
    priced.push(entry)
  }
  return { source, blocks, distinct, groups: mergeGroups(priced, lexicon) }
}

/** The template of a group when it is worth its text. */
const worthyTemplate = (group: Group, members: Members, tables: Tables, style: Style): Template | undefined => {
  const { rows, rowOf } = members
  const template = encodeTemplate(members, { tables, style })
  if (template === undefined || template.slots > MAX_SLOTS) return undefined
  const first = rows[0]!.tokens.text.length + 1
  const replaced = rowOf.reduce((sum, row) => sum + rows[row]!.tokens.text.length + 1, -first)
  const cost = template.text.length + 1
  const isWorthy = replaced - cost >= LEAST_SAVED * replaced && first + cost < verbatimCost(group)
  return isWorthy ? template : undefined
}

/** What becomes of the lines while the plan is made. */
interface Ledger {
  readonly fates: Uint8Array
  readonly refs: Int32Array
  /** Annotations below visible lines. */
  readonly notes: Map<number, string[]>
}

const addNote = ({ notes }: Ledger, line: number, text: string): void => {
  const below = notes.get(line)
  if (below === undefined) notes.set(line, [text])
  else below.push(text)
}

const setFate = ({ fates, refs }: Ledger, line: number, fate: 'repeat' | 'folded', ref: number): void => {
  fates[line - 1] = CODE[fate]
  refs[line - 1] = ref
}

const foldGroups = ({ groups }: Draft, ledger: Ledger, style: Style): Set<string> => {
  const folded = new Set<string>()
  let tables: Tables = []
  for (const group of groups) {
    const count = countLines(group)
    if (countRows(group) < 2 || count < LEAST_LINES || count > MAX_MEMBERS) continue
    const members = membersOf(group)
    const template = worthyTemplate(group, members, tables, style)
    if (template === undefined) continue
    tables = template.tables
    const { rows, lines, rowOf } = members
    const first = lines[0]!
    for (const { tokens } of rows) folded.add(tokens.text)
    for (let k = 1; k < lines.length; k++) setFate(ledger, lines[k]!, rowOf[k] === 0 ? 'repeat' : 'folded', first)
    addNote(ledger, first, template.text)
  }
  return folded
}

const noteRepeated = ({ distinct }: Draft, ledger: Ledger, folded: ReadonlySet<string>): void => {
  for (const { text, lines } of distinct) {
    if (lines.length < 2 || folded.has(text)) continue
    const note = noteRepeats(lines.slice(1), text.length)
    if (note === undefined) continue
    for (const line of note.lines) setFate(ledger, line, 'repeat', lines[0]!)
    addNote(ledger, lines[0]!, note.text)
  }
}

/** Copies refer to the visible lines that their originals lead to. */
const noteBlocks = ({ blocks }: Draft, ledger: Ledger): void => {
  const { fates, refs } = ledger
  for (const { size, copies } of blocks) for (const copy of copies) fates.fill(CODE.repeat, copy - 1, copy - 1 + size)
  for (const { first, size, copies } of blocks) {
    const inView = fates.subarray(first - 1, first - 1 + size).every((fate) => fate === CODE.kept)
    for (const copy of copies) {
      for (let i = 0; i < size; i++) {
        const original = first - 1 + i
        fates[copy - 1 + i] = fates[original] === CODE.folded ? CODE.folded : CODE.repeat
        refs[copy - 1 + i] = refs[original] === 0 ? original + 1 : refs[original]!
      }
    }
    if (inView) addNote(ledger, first + size - 1, noteBlock(copies, size))
    else {
      let above = copies[0]! - 1
      while (fates[above - 1] !== CODE.kept) above--
      addNote(ledger, above, noteCopies(copies, size, first))
    }
  }
}

/** Writes the draft down. */
export const finishPlan = (draft: Draft, style: Style): Plan => {
  const { source } = draft
  const ledger: Ledger = {
    fates: new Uint8Array(source.lines).fill(CODE.kept),
    refs: new Int32Array(source.lines),
    notes: new Map(),
  }
  const folded = foldGroups(draft, ledger, style)
  noteRepeated(draft, ledger, folded)
  noteBlocks(draft, ledger)
  const rows: string[] = []
  for (let n = 1; n <= source.lines; n++) {
    if (ledger.fates[n - 1] !== CODE.kept) continue
    rows.push(source.line(n), ...(ledger.notes.get(n) ?? []))
  }
  return { rows, chars: rows.reduce((sum, row) => sum + row.length + 1, 0), fates: toRanges(ledger.fates, ledger.refs) }
}
