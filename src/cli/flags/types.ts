/** The shape of the one table that feeds the parser, the help, the documentation and the shell completions. */

export const VERB_NAMES = [
  'digest',
  'count',
  'dedupe',
  'extract',
  'summarize',
  'pack',
  'check',
  'verify',
  'run',
  'request',
  'retrieve',
  'stash',
  'report',
  'init',
  'doctor',
  'hook',
  'mcp',
  'completions',
] as const
export type VerbName = (typeof VERB_NAMES)[number]

/**
 * What a flag's value must be. `number` is a whole number of 1 or more, `natural` of 0 or more, `integer` any; `size` is a number of
 * bytes with an optional unit, `path` a file or directory, `text` anything.
 */
export type ValueType = 'text' | 'path' | NumberType
export type NumberType = 'number' | 'natural' | 'integer' | 'size'

export interface Flag {
  /** Long name without the dashes. */
  readonly name: string
  readonly short?: string
  readonly category: Category
  /** Present for flags that take a value; a flag without it is a switch. */
  readonly value?: { readonly placeholder: string; readonly type: ValueType; readonly choices?: readonly string[] }
  /** As one would write it on the command line. */
  readonly default?: string
  /** May be given several times; the values add up. */
  readonly repeats?: true
  /** `--no-NAME` exists as well. */
  readonly negatable?: true
  /** One line without a full stop. */
  readonly doc: string
  /** More sentences for `--help` and the reference. */
  readonly more?: string
  readonly verbs: readonly VerbName[]
}

export const CATEGORIES = ['Input', 'What to keep', 'Check', 'Output'] as const
export type Category = (typeof CATEGORIES)[number]

export interface Argument {
  readonly name: string
  /** Absent when it may be any text. */
  readonly choices?: readonly string[]
  /** It takes all that is left of the command line, whatever it looks like; flags of ours stand before it, or before `--`. */
  readonly rest?: true
}

export interface Verb {
  readonly name: VerbName
  /** One line without a full stop. */
  readonly doc: string
  readonly more: string
  readonly examples: readonly string[]
  /** The one argument without dashes, where the verb takes one. */
  readonly argument?: Argument
}
