import { ROLE } from '../../signals/line.ts'

/** Indexes of lines (from 0) of a block that may be a failure. */
export interface Span {
  readonly title: number
  readonly from: number
  readonly to: number
  /** A failure by structure, and not only by a word. */
  readonly strong: boolean
}

/** Does a line of this role say why something failed? */
export const saysWhy = (role: number): boolean => role === ROLE.reason || role === ROLE.compare || role === ROLE.thrown

/** Does a line of the block say why, other than the one at index `besides`? */
export const explains = ({ from, to }: Span, roles: Uint8Array, besides = -1): boolean => {
  for (let i = from; i <= to; i++) if (i !== besides && saysWhy(roles[i]!)) return true
  return false
}

/** Index of the last line of a role before index i; -1 where there is none. */
export const lastBefore = (roles: Uint8Array, role: number, i: number): number => (i <= 0 ? -1 : roles.lastIndexOf(role, i - 1))
