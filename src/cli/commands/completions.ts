/** `context-diet completions SHELL` */
import { formatCompletions } from '../completions.ts'
import { EXIT, usageError } from '../errors.ts'
import { SHELLS } from '../flags/verbs.ts'
import { writeOut } from '../output.ts'
import type { Values } from '../parse.ts'

export const runCompletions = (values: Values): number => {
  if (values.argument === undefined) throw usageError('completions needs a shell', `choose ${SHELLS.join(' or ')}`)
  writeOut(formatCompletions(values.argument))
  return EXIT.done
}
