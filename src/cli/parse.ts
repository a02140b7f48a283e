/** Command line to values: `parseArgs` splits the arguments, the table says what they may be. */
import { parseArgs } from 'node:util'
import { quote, suggest, usageError } from './errors.ts'
import type { NumberType } from './flags/types.ts'
import { type Flag, findVerb, formatFlag, getFlags, VERBS, type Verb, type VerbName } from './flags.ts'

/** The values of a command line. A name that the table does not give to the verb is a mistake of ours and throws. */
export interface Values {
  /** A switch; undefined when neither form was given. */
  on(name: string): boolean | undefined
  /** The value, the default of the table, or undefined. */
  text(name: string): string | undefined
  /** As `text`, for numbers and sizes. */
  number(name: string): number | undefined
  /** All values of a flag that may be repeated. */
  list(name: string): readonly string[]
  /** The argument without dashes. */
  readonly argument: string | undefined
  /** Everything from that argument on, where the verb takes all that is left. */
  readonly rest: readonly string[]
}

export const getVerb = (name: string): Verb => {
  const verb = findVerb(name)
  if (verb !== undefined) return verb
  const meant = suggest(
    name,
    VERBS.map((known) => known.name),
  )
  const wayOut = meant === undefined ? '`context-diet --help` lists the verbs' : `did you mean ${meant}?`
  throw usageError(`there is no verb ${quote(name)}`, wayOut)
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
}

/** Bytes of `512MB`, `64 KiB` or `1000`; undefined when it is none. */
export const parseSize = (text: string): number | undefined => {
  const parts = /^(\d{1,15}) ?([a-z]{0,3})$/i.exec(text)
  const unit = UNITS[parts?.[2]?.toLowerCase() ?? '?']
  const size = parts === null || unit === undefined ? 0 : Number(parts[1]) * unit
  return size > 0 && Number.isSafeInteger(size) ? size : undefined
}

/** How each type of number is read; undefined when the text is none. */
const NUMBERS: Readonly<Record<NumberType, { readonly read: (text: string) => number | undefined; readonly wayOut: string }>> = {
  number: {
    read: (text) => (/^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
    wayOut: 'give a whole number, 1 or more',
  },
  natural: { read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined), wayOut: 'give a whole number, 0 or more' },
  integer: { read: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined), wayOut: 'give a whole number' },
  size: { read: parseSize, wayOut: 'give a number of bytes above 0, such as 64KB or 512MB' },
}

const isNumberType = (type: string | undefined): type is NumberType => type !== undefined && type in NUMBERS

/** The number that a flag's value stands for, or a usage error. */
const toNumber = (flag: Flag, text: string): number => {
  const type = flag.value?.type
  if (!isNumberType(type)) throw new Error(`--${flag.name} is no number`)
  const number = NUMBERS[type].read(text)
  if (number === undefined) throw usageError(`--${flag.name} is ${quote(text)}`, NUMBERS[type].wayOut)
  return number
}

const checkValue = (flag: Flag, text: string): void => {
  const { type, choices } = flag.value!
  if (isNumberType(type)) toNumber(flag, text)
  if (type === 'path' && text === '') throw usageError(`--${flag.name} is empty`, 'give a path')
  if (choices !== undefined && !choices.includes(text))
    throw usageError(`--${flag.name} is ${quote(text)}`, `choose ${choices.join(' or ')}`)
}

const unknownFlag = (verb: Verb, raw: string, flags: readonly Flag[]): Error => {
  const name = raw.replace(/^-+/, '')
  const known = flags.flatMap((flag) => (flag.negatable ? [flag.name, `no-${flag.name}`] : [flag.name]))
  const meant = raw.startsWith('--') ? suggest(name, known) : undefined
  const wayOut = meant === undefined ? `\`context-diet ${verb.name} --help\` lists the flags` : `did you mean --${meant}?`
  return usageError(`${verb.name} has no flag ${quote(raw)}`, wayOut)
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

const tokenize = (args: readonly string[], flags: readonly Flag[]): readonly Token[] => {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {}
  for (const flag of flags) {
    options[flag.name] = {
      type: flag.value === undefined ? 'boolean' : 'string',
      ...(flag.short === undefined ? {} : { short: flag.short }),
    }
    if (flag.negatable) options[`no-${flag.name}`] = { type: 'boolean' }
  }
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens
}

/** The text after a flag, unless there is none or it is itself a flag: then a value was forgotten. */
const takeValue = (flag: Flag, token: OptionToken, flags: readonly Flag[]): string => {
  const looksForgotten =
    token.inlineValue === false && flags.some(({ name, short }) => token.value === `--${name}` || token.value === `-${short}`)
  if (token.value === undefined || looksForgotten) {
    throw usageError(`--${flag.name} lacks its value`, `write ${formatFlag(flag)}`)
  }
  checkValue(flag, token.value)
  return token.value
}

const readOption = (verb: Verb, token: OptionToken, flags: readonly Flag[], given: Map<string, string[]>): void => {
  const negated = flags.find((flag) => flag.negatable && token.name === `no-${flag.name}`)
  const flag = negated ?? flags.find(({ name }) => name === token.name)
  if (flag === undefined) throw unknownFlag(verb, token.rawName, flags)
  if (flag.value === undefined && token.value !== undefined) {
    throw usageError(`--${token.name} takes no value`, `write --${token.name} alone`)
  }
  const value = flag.value === undefined ? (negated === undefined ? 'yes' : 'no') : takeValue(flag, token, flags)
  const values = given.get(flag.name)
  if (values === undefined) given.set(flag.name, [value])
  else if (flag.repeats) values.push(value)
  else if (values[0] !== value) throw usageError(`--${flag.name} is given twice`, 'keep one of them')
}

const readArgument = (verb: Verb, value: string, before: string | undefined): string => {
  const { argument } = verb
  if (argument === undefined) {
    const takesInput = getFlags(verb.name).some(({ name }) => name === 'input')
    throw usageError(
      `${verb.name} takes no argument ${quote(value)}`,
      takesInput ? 'name a file with --input FILE' : `\`context-diet ${verb.name} --help\` shows how it is called`,
    )
  }
  if (before !== undefined) throw usageError(`${verb.name} takes one ${argument.name}`, `drop ${quote(value)}`)
  if (argument.choices !== undefined && !argument.choices.includes(value))
    throw usageError(`${argument.name} is ${quote(value)}`, `choose ${argument.choices.join(' or ')}`)
  return value
}

const createValues = (
  verb: VerbName,
  flags: readonly Flag[],
  given: ReadonlyMap<string, readonly string[]>,
  argument: string | undefined,
  rest: readonly string[],
): Values => {
  const get = (name: string): { flag: Flag; values: readonly string[] } => {
    const flag = flags.find((candidate) => candidate.name === name)
    if (flag === undefined) throw new Error(`the table gives ${verb} no flag --${name}`)
    return { flag, values: given.get(name) ?? (flag.default === undefined ? [] : [flag.default]) }
  }
  const text = (name: string): string | undefined => get(name).values[0]
  return {
    argument,
    rest,
    text,
    on: (name) => {
      const value = text(name)
      return value === undefined ? undefined : value === 'yes'
    },
    number: (name) => {
      const { flag, values } = get(name)
      return values[0] === undefined ? undefined : toNumber(flag, values[0])
    },
    list: (name) => get(name).values,
  }
}

/** Where all that is left begins: at the first argument without dashes, or behind `--`. */
const splitRest = (
  args: readonly string[],
  flags: readonly Flag[],
): readonly [ours: readonly string[], rest: readonly string[]] => {
  const token = tokenize(args, flags).find(({ kind }) => kind !== 'option')
  if (token === undefined) return [args, []]
  return [args.slice(0, token.index), args.slice(token.kind === 'positional' ? token.index : token.index + 1)]
}

/** Reads the arguments behind the verb; every mistake in them is a usage error that names the way out. */
export const parseFlags = (verb: Verb, args: readonly string[]): Values => {
  const flags = getFlags(verb.name)
  const given = new Map<string, string[]>()
  let argument: string | undefined
  const [ours, rest] = verb.argument?.rest === true ? splitRest(args, flags) : [args, []]
  for (const token of tokenize(ours, flags)) {
    if (token.kind === 'option') readOption(verb, token, flags, given)
    else if (token.kind === 'positional') argument = readArgument(verb, token.value, argument)
  }
  return createValues(verb.name, flags, given, argument ?? rest[0], rest)
}
