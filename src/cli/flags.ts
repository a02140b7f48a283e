/** The one table of verbs and flags. */
import { CHECK_FLAGS } from './flags/check.ts'
import { INIT_FLAGS } from './flags/init.ts'
import { INPUT_FLAGS } from './flags/input.ts'
import { KEEP_FLAGS } from './flags/keep.ts'
import { OUTPUT_FLAGS } from './flags/output.ts'
import { REQUEST_FLAGS } from './flags/request.ts'
import { RUN_FLAGS } from './flags/run.ts'
import { STASH_FLAGS } from './flags/stash.ts'
import type { Flag, Verb, VerbName } from './flags/types.ts'
import { VERBS } from './flags/verbs.ts'

export { CATEGORIES, type Category, type Flag, VERB_NAMES, type Verb, type VerbName } from './flags/types.ts'
export { VERBS } from './flags/verbs.ts'

export const FLAGS: readonly Flag[] = [
  ...INPUT_FLAGS,
  ...KEEP_FLAGS,
  ...CHECK_FLAGS,
  ...STASH_FLAGS,
  ...REQUEST_FLAGS,
  ...RUN_FLAGS,
  ...INIT_FLAGS,
  ...OUTPUT_FLAGS,
]

export const getFlags = (verb: VerbName): readonly Flag[] => FLAGS.filter((flag) => flag.verbs.includes(verb))

export const findVerb = (name: string): Verb | undefined => VERBS.find((verb) => verb.name === name)

/** `--budget TOKENS`, `--[no-]stash`: how help and documentation write a flag. */
export const formatFlag = (flag: Flag): string =>
  `--${flag.negatable ? '[no-]' : ''}${flag.name}${flag.value === undefined ? '' : ` ${flag.value.placeholder}`}`
