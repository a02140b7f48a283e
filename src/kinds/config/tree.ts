/** A document as lines that stand below each other: what config files and XML have in common. */
import type { Source } from '../../source/source.ts'

export const PART = {
  blank: 0,
  /** Opens a section: `[tool.x]`, `---`. */
  section: 1,
  /** A name, with or without a value. */
  key: 2,
  /** An item of a list that has no name. */
  item: 3,
  comment: 4,
  /** Further lines of a value. */
  text: 5,
  /** Fits nowhere. */
  misfit: 6,
  /** Closes what an earlier line opened. */
  close: 7,
} as const
export type Part = (typeof PART)[keyof typeof PART]

export interface Tree {
  readonly source: Source
  /** `YAML`, `INI`. */
  readonly what: string
  /** Part per line. */
  readonly parts: Uint8Array
  /** How deep each line stands; 0 is the top. */
  readonly depth: Uint16Array
  /** The line above that each line belongs to; 0 = none. */
  readonly parent: Int32Array
  /** Number of each line's path, in which positions in lists do not count; -1 = none. Lines of one path are of one sort. */
  readonly path: Int32Array
  /** The last name of each path; empty for the items of a list. */
  readonly names: readonly string[]
  /** First line of the record (item of a list, section, one of many maps with the same names) that each line stands in; 0 = none. */
  readonly record: Int32Array
  /** The name that stands on line n, without quotes; empty where there is none. */
  label(n: number): string
  /** The value that stands on line n. */
  value(n: number): string
}

/** What a reader of a format fills in, line by line. */
export interface Draft {
  readonly parts: Uint8Array
  readonly depth: Uint16Array
  readonly parent: Int32Array
  readonly path: Int32Array
  readonly record: Int32Array
  /** Offset of the value in line n, at n - 1. */
  readonly valueAt: Int32Array
  /** Where the name stands in line n, at n - 1. */
  readonly labelAt: Int32Array
  readonly labelEnd: Int32Array
  readonly names: string[]
  /** Number of the path of that name below another path (-1 = top). */
  intern(above: number, name: string): number
}

export const newDraft = (lines: number): Draft => {
  const numbers = new Map<number, Map<string, number>>()
  const names: string[] = []
  return {
    parts: new Uint8Array(lines),
    depth: new Uint16Array(lines),
    parent: new Int32Array(lines),
    path: new Int32Array(lines).fill(-1),
    record: new Int32Array(lines),
    valueAt: new Int32Array(lines),
    labelAt: new Int32Array(lines),
    labelEnd: new Int32Array(lines),
    names,
    intern: (above, name) => {
      let below = numbers.get(above)
      if (below === undefined) {
        below = new Map()
        numbers.set(above, below)
      }
      const known = below.get(name)
      if (known !== undefined) return known
      below.set(name, names.length)
      names.push(name)
      return names.length - 1
    },
  }
}

export const finish = (source: Source, what: string, draft: Draft): Tree => ({
  source,
  what,
  ...draft,
  label: (n) => {
    const label = source
      .line(n)
      .slice(draft.labelAt[n - 1]!, draft.labelEnd[n - 1]!)
      .trim()
    return /^(["']).*\1$/.test(label) ? label.slice(1, -1) : label
  },
  value: (n) =>
    source
      .line(n)
      .slice(draft.valueAt[n - 1]!)
      .trim(),
})
