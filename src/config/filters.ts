/** Filters as they stand in `context-diet.json`: data, compiled to tests that take time linear in the line whatever the pattern is. */
import { type Fields, isFields } from '../source/fields.ts'
import { compilePattern } from '../stash/pattern.ts'
import { ACTIONS, type Action, type BlockFilter, type Filter, type LineTest } from '../verbs/filters.ts'

/** Patterns of one file; each is tried on each line. */
const MAX_PATTERNS = 200

const isAction = (value: unknown): value is Action => ACTIONS.some((action) => action === value)

/** What is wrong, and where: `filters[0].drop[1]: …`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const fail = (where: string, what: string): never => {
  throw new ConfigError(`${where}: ${what}`)
}

const assertKnown = (fields: Fields, known: readonly string[], where: string): void => {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) fail(`${where}.${unknown}`, `there is no such field; there are ${known.join(', ')}`)
}

const compile = (value: unknown, where: string): LineTest => {
  if (typeof value !== 'string') return fail(where, 'give a pattern as a text')
  const pattern = compilePattern(value)
  return typeof pattern === 'string' ? fail(where, pattern.replace(/\.$/, '')) : (line) => pattern.test(line)
}

const list = (value: unknown, where: string): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : fail(where, 'give a list')

const blockOf = (value: unknown, where: string): BlockFilter => {
  if (!isFields(value)) return fail(where, 'give an object with start, end and do')
  assertKnown(value, ['start', 'end', 'do'], where)
  const action = value.do
  if (!isAction(action)) return fail(`${where}.do`, `give one of ${ACTIONS.join(', ')}`)
  return {
    start: compile(value.start, `${where}.start`),
    end: value.end === undefined ? undefined : compile(value.end, `${where}.end`),
    action,
  }
}

const filterOf = (value: unknown, index: number): Filter => {
  const where = `filters[${index}]`
  if (!isFields(value)) return fail(where, 'give an object')
  assertKnown(value, ['name', 'command', ...ACTIONS, 'blocks'], where)
  const { name = `filter ${index + 1}` } = value
  if (typeof name !== 'string') return fail(`${where}.name`, 'give a text')
  const lines = ACTIONS.flatMap((action) =>
    list(value[action], `${where}.${action}`).map((pattern, i) => ({
      test: compile(pattern, `${where}.${action}[${i}]`),
      action,
    })),
  )
  const blocks = list(value.blocks, `${where}.blocks`).map((block, i) => blockOf(block, `${where}.blocks[${i}]`))
  return { name, command: value.command === undefined ? undefined : compile(value.command, `${where}.command`), lines, blocks }
}

/** Compiles the `filters` of a configuration. Throws `ConfigError`, one sentence with the place. */
export const parseFilters = (value: unknown): readonly Filter[] => {
  const filters = list(value, 'filters').map(filterOf)
  const patterns = filters.reduce((sum, { lines, blocks }) => sum + lines.length + 2 * blocks.length, 0)
  if (patterns > MAX_PATTERNS)
    fail('filters', `${patterns} patterns are more than the ${MAX_PATTERNS} that are tried on each line`)
  return filters
}
