/**
 * Template annotations: what stands below a line and says how others differ from it, exactly:
 * `[diet] + 144 similar lines: L2-145; 10:00:07.113 +1007ms; 10007 +1; 07 +1 in 0..7`
 */
import { formatFold } from '../../receipt/notes.ts'
import type { Members } from './groups.ts'
import { formatLineList } from './line-list.ts'
import { type Column, encodeRule } from './rules.ts'
import { type Slot, slotsOf, splitSlot } from './slots.ts'
import type { Style } from './style.ts'
import type { Tables } from './tables.ts'
import { nameSlot } from './terms.ts'

export interface TemplateOptions {
  readonly tables: Tables
  readonly style: Style
}

export interface Template {
  /** The annotation line, without line end. */
  readonly text: string
  /** The tables as the annotations below see them. */
  readonly tables: Tables
  /** Differences that it lists. */
  readonly slots: number
}

/** What has been written: the text, and what the next slot may refer to. */
interface State {
  readonly text: string
  readonly slots: number
  /** Where the last slot ends in the first line. */
  readonly after: number
  readonly earlier: readonly Column[]
  readonly tables: Tables
}

const MAX_SPLITS = 3

/** More slots than this are not worth looking for references among them. */
const MAX_REFERENCES = 16

const writeSlots = (state: State, slots: readonly Slot[], members: Members, style: Style, splits: number): State => {
  const { lines, rowOf } = members
  const line = members.rows[0]!.tokens.text
  const writeWhole = (before: State, slot: Slot): State => {
    const { text: term } = nameSlot(line, before.after, slot.from, slot.to)
    const values = rowOf.map((row) => slot.values[row]!)
    const rule = encodeRule(values, { lines, earlier: before.earlier, tables: before.tables, style })
    const column: Column = { term, values, numbers: rule.numbers }
    const earlier = before.earlier.length < MAX_REFERENCES ? [...before.earlier, column] : before.earlier
    return { text: `${before.text}; ${term} ${rule.text}`, slots: before.slots + 1, after: slot.to, earlier, tables: rule.tables }
  }
  return slots.reduce((before, slot) => {
    const whole = writeWhole(before, slot)
    const parts = splits < MAX_SPLITS ? splitSlot(slot) : undefined
    if (parts === undefined) return whole
    const split = writeSlots(before, parts, members, style, splits + 1)
    return split.text.length <= whole.text.length ? split : whole
  }, state)
}

/** Writes the annotation for lines of which the first stays visible; undefined when they do not differ or cannot be told so. */
export const encodeTemplate = (members: Members, { tables, style }: TemplateOptions): Template | undefined => {
  const slots = slotsOf(members.rows)
  if (slots === undefined || slots.length === 0) return undefined
  const others = members.lines.slice(1)
  const text = formatFold(others.length, []) + formatLineList(others)
  return writeSlots({ text, slots: 0, after: 0, earlier: [], tables }, slots, members, style, 0)
}
