/** Exceptions without a word of failure, told by the stack below them. */
import type { Source } from '../source/source.ts'
import { ROLE } from './roles.ts'

/** GHC's: `CallStack (from HasCallStack):` over `  error, called at src/Cart.hs:4:3 in main:Main`. */
const OPENS = /^\s*CallStack \(from HasCallStack\):$/
const CALLED = /^\s+\S{1,120}, called at \S{1,300}:\d{1,7}:\d{1,6} in /
/** Frames above which the line that opens the stack is looked for. */
const FRAMES = 60
const PLAIN = new Set<number>([ROLE.none, ROLE.problem, ROLE.weak, ROLE.location])

/** `prog: Map.!: given key is not an element in the map` was thrown, if such a stack stands right below it. */
export const thrownAbove = (source: Source, roles: Uint8Array): void => {
  for (let i = roles.indexOf(ROLE.location); i >= 0; i = roles.indexOf(ROLE.location, i + 1)) {
    if (!CALLED.test(source.body(i + 1))) continue
    const first = i
    while (i + 1 < roles.length && i - first < FRAMES && CALLED.test(source.body(i + 2))) i++
    if (first < 2 || !OPENS.test(source.body(first))) continue
    if (PLAIN.has(roles[first - 2]!) && source.body(first - 1).trim() !== '') roles[first - 2] = ROLE.thrown
  }
}
