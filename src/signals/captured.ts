/** Lines whose words are no news of the run: what a test that may fail tells, and what a test printed while it ran. */
import type { Source } from '../source/source.ts'
import { ROLE } from './roles.ts'
import { FLAG, type Scan } from './scan.ts'

/** `✖ parses dates (1.2ms) # TODO`: its failure is known, and the run does not fail by it. */
const KNOWN = /^\s*(?:[✖✗×✘]|not ok \d).{0,400} # (?:TODO|SKIP)\b/i
/** `stderr | src/cart.test.ts > cart > logs`: what stands below, up to a blank line, a test printed. */
const PRINTED = /^std(?:err|out) \| \S/
/** Lines that are looked at below one of these. */
const REACH = 200

const TOLD = new Set<number>([ROLE.failure, ROLE.thrown, ROLE.mark, ROLE.reason])

/** Shapes whose first line has the form, and one of the roles. */
const shapesLike = (source: Source, { firsts }: Scan, form: RegExp, may: (id: number) => boolean): ReadonlySet<number> => {
  const found = new Set<number>()
  firsts.forEach((i, id) => {
    if (may(id) && form.test(source.body(i + 1))) found.add(id)
  })
  return found
}

/** The details of a failure that is known lose their roles; what a test printed is only a hint of a problem. */
export const quietCaptured = (source: Source, roles: Uint8Array, scan: Scan): void => {
  const { shape, firsts, indent, flags } = scan
  const blank = (i: number): boolean => (flags[i]! & FLAG.blank) !== 0
  const known = shapesLike(source, scan, KNOWN, (id) => roles[firsts[id]!] === ROLE.pass)
  const printed = shapesLike(source, scan, PRINTED, (id) => roles[firsts[id]!] !== ROLE.noise)
  if (known.size === 0 && printed.size === 0) return
  for (let i = 0; i < roles.length; i++) {
    const id = shape[i]!
    if (known.has(id))
      for (let k = i + 1; k < roles.length && k - i < REACH && (blank(k) || indent[k]! > indent[i]!); k++) {
        if (TOLD.has(roles[k]!) || roles[k] === ROLE.weak) roles[k] = ROLE.none
      }
    else if (printed.has(id))
      for (let k = i + 1; k < roles.length && k - i < REACH && !blank(k); k++) if (TOLD.has(roles[k]!)) roles[k] = ROLE.problem
  }
}
