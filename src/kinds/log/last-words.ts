/**
 * What a command that failed says where nothing in its output tells of a failure: something by its own name, as in `curl: (60) certificate
 * problem`, or that a part of it failed.
 */
import type { Ask } from '../../ladder/candidate.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import { runsOf } from '../command.ts'

/** Lines from the end that are looked at. */
const LAST = 2000
/** Lines between one verdict and the next, of a part and of what it was a part of. */
const REACH = 160

/** Lines (indices) that begin with the name of a program of the command and a colon. */
const ownWords = (source: Source, roles: Uint8Array, command: string | undefined): readonly number[] => {
  const names = [...new Set(runsOf(command).map(({ program }) => `${program}: `))]
  const lines: number[] = []
  for (let i = Math.max(0, source.lines - LAST); i < source.lines; i++) {
    const role = roles[i]
    if (role === ROLE.pass || role === ROLE.warning || role === ROLE.summary) continue
    const body = source.body(i + 1)
    if (names.some((name) => body.startsWith(name))) lines.push(i)
  }
  return lines
}

/** `error: the linker failed: exit status: 1`, and no bare `BUILD FAILED`, nor that a step of a job failed. */
const NAMES_ONE = /^(?!##\[)\S[^:]{0,80}: \S/

/** The first of the verdicts at the end that name what failed: what failed within says so before what it was a part of. */
const firstVerdict = (source: Source, roles: Uint8Array): readonly number[] => {
  let first: number | undefined
  for (let i = roles.length - 1; i >= 0 && (first === undefined || first - i < REACH); i--)
    if (roles[i] === ROLE.verdict && NAMES_ONE.test(source.body(i + 1).trim())) first = i
  return first === undefined ? [] : [first]
}

/** Titles (indices) of the failures that such words are. */
export const findLastWords = (source: Source, roles: Uint8Array, { command }: Pick<Ask, 'command'>): readonly number[] => {
  const said = ownWords(source, roles, command)
  return said.length > 0 ? said : firstVerdict(source, roles)
}
