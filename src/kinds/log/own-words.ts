/** What a program says by its own name: `curl: (60) certificate problem`. Of one that failed and told of no failure otherwise that is why. */
import type { Ask } from '../../ladder/candidate.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import { runsOf } from '../command.ts'

/** Lines from the end that are looked at. */
const LAST = 2000

/** The lines (indices) that begin with the name of a program of the command and a colon; none of a run that went well. */
export const findOwnWords = (source: Source, roles: Uint8Array, { command }: Pick<Ask, 'command'>): number[] => {
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
