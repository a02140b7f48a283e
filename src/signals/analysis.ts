/** What a whole source says: the scan, its shapes numbered and counted, and a role per line, judged once per shape. */
import type { Source } from '../source/source.ts'
import { quietCaptured } from './captured.ts'
import { ROLE, type Role, roleOf } from './line.ts'
import { FLAG, type Scan, scan } from './scan.ts'
import { thrownAbove } from './stacks.ts'
import { quietScripts, quietWanted, valuesBelow } from './steps.ts'
import { quietLibraryCode } from './tracebacks.ts'
import { HINT } from './words.ts'

export interface Analysis {
  readonly scan: Scan
  /** Shape number per line, from 0. */
  readonly shape: Int32Array
  /** Lines of each shape. */
  readonly shapeCount: Int32Array
  /** Lines of each line's coarse shape. */
  readonly coarseCount: Int32Array
  /** Coarse shape number per line, from 0. */
  readonly coarse: Int32Array
  readonly roles: Uint8Array
}

/** Hints that say nothing about success or failure. */
const SILENT = HINT.level | HINT.none
/** Begins like a sentence or a log line, and not like a mark, a rule, a numbered title, a frame or a detail. */
const PLAIN_START = /^(?!E |File "|at |\d+\) )[A-Za-z0-9[("]/

/** A frame with its arguments, as Go prints it: `shop/cart.Add(0xc000096680)`. */
const isCalled = (body: string): boolean => body.endsWith(')') && /\((?:0x|\{0x|\.\.\.\))/.test(body)

/** A shape without hints, places and marks has no role; most shapes of a large log are dismissed here. */
const roleOfShape = (source: Source, { flags, hints, firsts }: Scan, id: number): Role => {
  const i = firsts[id]!
  if ((flags[i]! & FLAG.blank) !== 0) return ROLE.noise
  const body = source.body(i + 1)
  const telling = (hints[id]! & ~SILENT) !== 0 || (flags[i]! & (FLAG.nonAscii | FLAG.location)) !== 0
  return telling || !PLAIN_START.test(body) || isCalled(body) ? roleOf(body, hints[id]!) : ROLE.none
}

/** Coarse shapes numbered from 0 in order of appearance: one for each fine shape, since that decides it. */
const numberCoarse = ({ coarse, counts }: Scan): { readonly ofShape: Int32Array; readonly counts: Int32Array } => {
  const numbers = new Map<number, number>()
  const lines: number[] = []
  const ofShape = Int32Array.from(coarse, (hash, id) => {
    const number = numbers.get(hash) ?? numbers.size
    numbers.set(hash, number)
    lines[number] = (lines[number] ?? 0) + counts[id]!
    return number
  })
  return { ofShape, counts: Int32Array.from(lines) }
}

const read = (source: Source): Analysis => {
  const scanned = scan(source)
  const { shape, counts, firsts } = scanned
  const rough = numberCoarse(scanned)
  const roleOfId = Uint8Array.from(firsts, (_, id) => roleOfShape(source, scanned, id))
  const roles = new Uint8Array(source.lines)
  const coarse = new Int32Array(source.lines)
  for (let i = 0; i < roles.length; i++) {
    const id = shape[i]!
    roles[i] = roleOfId[id]!
    coarse[i] = rough.ofShape[id]!
  }
  quietScripts(source, roles)
  quietWanted(source, roles, scanned.indent)
  quietLibraryCode(source, roles, scanned.indent)
  quietCaptured(source, roles, scanned)
  valuesBelow(source, roles)
  thrownAbove(source, roles)
  return { scan: scanned, shape, shapeCount: counts, coarse, coarseCount: rough.counts, roles }
}

const known = new WeakMap<Source, Analysis>()

/** Read once for each source: kinds that may not be what it is ask for it too. */
export const analyse = (source: Source): Analysis => {
  const analysis = known.get(source) ?? read(source)
  known.set(source, analysis)
  return analysis
}

export const roleAt = (analysis: Analysis, line: number): Role => analysis.roles[line - 1] as Role
