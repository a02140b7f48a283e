/** The arguments of the tools: their JSON Schemas, which every conversation pays for in tokens, and their check. */
import { quote } from '../cli/errors.ts'

export interface Arguments {
  readonly text?: string
  readonly path?: string
  readonly counter?: 'chars4' | 'o200k' | 'cl100k'
  readonly query?: string
  readonly budget?: number
  readonly context?: number
  readonly exactOnly?: boolean
  readonly protectLines?: readonly string[]
  readonly protectMode?: 'fail' | 'partial'
  readonly plan?: readonly string[]
  readonly markers?: readonly string[]
  readonly failMarkers?: readonly string[]
  readonly skipped?: readonly string[]
  readonly command?: string
  readonly exitCode?: number
  readonly notes?: boolean
  readonly receipt?: boolean
  readonly key?: string
  readonly lines?: string
  readonly grep?: string
  readonly pointer?: string
  readonly char?: number
}

export type Name = keyof Arguments

/** An alias and not an interface, and its lists are not readonly, since the SDK wants plain JSON. */
type Schema = {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly description?: string
  readonly enum?: string[]
  readonly minimum?: number
  readonly items?: { readonly type: 'string' }
}

const flag = (description: string): Schema => ({ type: 'boolean', description })
const words = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })

const SCHEMAS: Readonly<Record<Name, Schema>> = {
  text: { type: 'string' },
  path: { type: 'string', description: 'File to read, instead of text' },
  counter: { type: 'string', enum: ['chars4', 'o200k', 'cl100k'] },
  query: { type: 'string', description: 'Words to look for' },
  budget: { type: 'integer', minimum: 1, description: 'Most tokens of the result' },
  context: { type: 'integer', minimum: 0, description: 'Lines around a match' },
  exactOnly: flag('Keep lines that differ only in 0x addresses'),
  protectLines: words('Lines that must survive, verbatim'),
  protectMode: { type: 'string', enum: ['fail', 'partial'], description: 'When these exceed the budget; default fail' },
  plan: words('Items to find'),
  markers: words('A line counts only with one of these words, e.g. PASS'),
  failMarkers: words('With markers; default FAIL'),
  skipped: words('Items taken out of the plan'),
  command: { type: 'string', description: 'Command that printed it' },
  exitCode: { type: 'integer' },
  notes: flag('Mark what is cut with [diet] lines'),
  receipt: flag('Add the account of every line, as JSON'),
  key: { type: 'string' },
  lines: { type: 'string', description: '120-173' },
  grep: { type: 'string' },
  pointer: { type: 'string', description: 'JSON pointer' },
  char: { type: 'integer' },
}

export type InputSchema = {
  readonly type: 'object'
  readonly properties: { [name: string]: Schema }
  readonly required?: string[]
}

export const toInputSchema = (names: readonly Name[], required: readonly Name[]): InputSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, SCHEMAS[name]])),
  ...(required.length > 0 && { required: [...required] }),
})

/** An argument that cannot be used; the message is one sentence for the model that sent it. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const EXPECTED: Readonly<Record<Schema['type'], string>> = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list of texts',
}

const hasType = (value: unknown, { type }: Schema): boolean => {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'array') return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return typeof value === type
}

const show = (value: unknown): string =>
  typeof value === 'string'
    ? quote(value)
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : String(value)

const checkValue = (name: string, value: unknown, schema: Schema): void => {
  if (!hasType(value, schema)) throw new ArgumentError(`${name} is ${show(value)}; give ${EXPECTED[schema.type]}`)
  if (schema.enum !== undefined && !schema.enum.includes(value as string))
    throw new ArgumentError(`${name} is ${show(value)}; give ${schema.enum.slice(0, -1).join(', ')} or ${schema.enum.at(-1)}`)
  if (schema.minimum !== undefined && (value as number) < schema.minimum)
    throw new ArgumentError(`${name} is ${value}; give a whole number, ${schema.minimum} or more`)
}

/** The checked arguments of a call; null counts as left out, since some models fill in all arguments. Throws an ArgumentError. */
export const parseArguments = (
  tool: string,
  given: Readonly<Record<string, unknown>>,
  names: readonly Name[],
  required: readonly Name[],
): Arguments => {
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  for (const [name, value] of present) {
    if (!names.some((known) => known === name))
      throw new ArgumentError(`${tool} has no argument ${quote(name)}; it takes ${names.join(', ')}`)
    checkValue(name, value, SCHEMAS[name as Name])
  }
  const parsed: Arguments = Object.fromEntries(present)
  for (const name of required) if (parsed[name] === undefined) throw new ArgumentError(`${tool} needs the argument ${name}`)
  if (names.includes('text') && (parsed.text === undefined) === (parsed.path === undefined)) {
    throw new ArgumentError(
      `${tool} takes either text or path; give ${parsed.text === undefined ? 'one of them' : 'only one of them'}`,
    )
  }
  return parsed
}

/** The arguments of these names that were given. */
export const pick = <N extends Name>(from: Arguments, ...names: readonly N[]): Pick<Arguments, N> =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]])) as Pick<Arguments, N>
