import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { ConfigError } from './filters.ts'

const schema: unknown = JSON.parse(readFileSync(new URL('../../schema/config.schema.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ strict: false }).compile(schema as object)
const parse = (value: unknown): ReturnType<typeof parseConfig> => parseConfig(JSON.stringify(value))

const GOOD: readonly (readonly [string, unknown])[] = [
  ['an empty object', {}],
  ['no filters', { filters: [] }],
  ['an empty filter', { filters: [{}] }],
  [
    'every field',
    {
      filters: [
        {
          name: 'lint',
          command: '^make lint\\b',
          keep: ['^RULE '],
          drop: ['^debug:'],
          protect: ['^seed \\d+$'],
          fold: ['^retry '],
          blocks: [
            { start: '^BEGIN', end: '^END', do: 'drop' },
            { start: '^== ', do: 'keep' },
          ],
        },
      ],
    },
  ],
  ['fields of others', { threshold: 4000, filters: [] }],
]

const BAD: readonly (readonly [string, unknown, string])[] = [
  ['filters that are no list', { filters: {} }, 'filters: give a list'],
  ['a filter that is no object', { filters: ['x'] }, 'filters[0]: give an object'],
  ['a field that does not exist', { filters: [{ hide: ['x'] }] }, 'filters[0].hide: there is no such field'],
  ['a pattern that is no text', { filters: [{ keep: ['x', 3] }] }, 'filters[0].keep[1]: give a pattern as a text'],
  ['an empty pattern', { filters: [{ drop: [''] }] }, 'filters[0].drop[0]: The pattern is empty'],
  ['patterns without a list', { filters: [{ drop: 'x' }] }, 'filters[0].drop: give a list'],
  [
    'a block without a start',
    { filters: [{ blocks: [{ do: 'keep' }] }] },
    'filters[0].blocks[0].start: give a pattern as a text',
  ],
  [
    'a block that writes',
    { filters: [{ blocks: [{ start: 'x', do: 'replace' }] }] },
    'filters[0].blocks[0].do: give one of keep, drop',
  ],
  [
    'a block with a text',
    { filters: [{ blocks: [{ start: 'x', do: 'keep', text: 'all passed' }] }] },
    'filters[0].blocks[0].text: there is no such field',
  ],
]

describe('the filters of context-diet.json', () => {
  it.each(GOOD)('%s is read, and the schema agrees', (_name, value) => {
    expect(() => parse(value)).not.toThrow()
    expect(validate(value)).toBe(true)
  })

  it.each(BAD)('%s is refused with its place, and the schema agrees', (_name, value, sentence) => {
    expect(() => parse(value)).toThrow(ConfigError)
    expect(() => parse(value)).toThrow(sentence)
    expect(validate(value)).toBe(false)
  })

  it.each([
    ['{"filters": [', 'it is no JSON'],
    ['[]', 'it is no JSON object'],
    ['{"filters":[{"keep":["(?<=x)y"]}]}', 'filters[0].keep[0]: The pattern cannot be used'],
    ['{"filters":[{"keep":["(a"]}]}', 'filters[0].keep[0]: The pattern cannot be used'],
    [`{"filters":[{"keep":${JSON.stringify(Array.from({ length: 201 }, () => 'x'))}}]}`, '201 patterns are more than the 200'],
  ])('%s is refused', (text, sentence) => {
    expect(() => parseConfig(text)).toThrow(sentence)
  })

  it('a byte order mark is no mistake', () => {
    expect(parseConfig('\uFEFF{}')).toEqual({ filters: [] })
  })

  it('patterns that explode elsewhere take linear time: ten thousand chars come back at once', () => {
    const [filter] = parse({ filters: [{ drop: ['^(a+)+$', '(x+x+)+y'] }] }).filters
    for (const { test } of filter!.lines) expect(test(`${'a'.repeat(5000)}${'x'.repeat(5000)}!`)).toBe(false)
  })
})
