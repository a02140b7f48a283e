/** Python's tracebacks: a frame has its code on the next line, and the frame that matters most stands last. */
import type { Source } from '../source/source.ts'
import { ROLE } from './roles.ts'

const FRAME = /^\s*(?:[>|+] ?)?\s*File "/
/** What the words of a line of code make of it. */
const READ_AS = new Set<number>([ROLE.none, ROLE.problem, ROLE.weak, ROLE.compare, ROLE.location])

/** Code of a library says as little as the frame that it stands under. */
export const quietLibraryCode = (source: Source, roles: Uint8Array, indent: Uint8Array): void => {
  for (let i = roles.indexOf(ROLE.library); i >= 0 && i + 1 < roles.length; i = roles.indexOf(ROLE.library, i + 1))
    if (READ_AS.has(roles[i + 1]!) && indent[i + 1]! > indent[i]! && FRAME.test(source.body(i + 1))) roles[i + 1] = ROLE.library
}

const OPENS = /\bTraceback \(most recent call last\):?$/
const isFrame = (source: Source, i: number): boolean => FRAME.test(source.body(i + 1))

/** Ranks the user's frames of each traceback in [from, to] (indexes) from the last one up: that one has raised. */
export const rankFrames = (source: Source, roles: Uint8Array, rank: Uint16Array, [from, to]: readonly [number, number]): void => {
  for (let i = from; i <= to; i++) {
    if (roles[i] !== ROLE.thrown || !OPENS.test(source.body(i + 1).trim())) continue
    const frames: number[] = []
    let end = i + 1
    for (; end <= to && roles[end] !== ROLE.thrown; end++)
      if (roles[end] === ROLE.location && isFrame(source, end)) frames.push(end)
    frames.reverse().forEach((frame, k) => {
      rank[frame] = k
      /* Its code stands below it. */
      if (frame < to && READ_AS.has(roles[frame + 1]!)) rank[frame + 1] = k
    })
    i = end - 1
  }
}
