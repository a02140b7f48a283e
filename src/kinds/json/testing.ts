/** For tests: JSON by its spelling, and printers that share nothing with the kind's own. */
import fc from 'fast-check'

/** A value as it is spelled: text of a scalar, items, or members with spelled keys. */
export type Spelled = string | readonly Spelled[] | { readonly members: readonly (readonly [key: string, value: Spelled])[] }

export const RUNS: number = Number(process.env.DIET_RUNS ?? 300)

const scalars = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1.0',
    '1e5',
    '1E+05',
    '0.10',
    '12345678901234567890123',
    '""',
    '"null"',
    '"1.10"',
    '"+861"',
    '"-"',
    '"a,b;c"',
    '"\\u00e9"',
    '"é"',
    '"\\/"',
    '"\\ud83d\\ude00"',
    '"{0..9}"',
    '"{a|b}"',
    '"$"',
    '"@1"',
    '"[2]:"',
    '"[diet] L1"',
    '" lead"',
    '"a=b"',
    '"x\\n- y"',
  ),
  fc.integer({ min: -5, max: 2000 }).map(String),
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
)

const keys = fc.oneof(
  fc.constantFrom(
    '"id"',
    '"name"',
    '"a.b"',
    '"a/b"',
    '""',
    '"k\\u0065y"',
    '"key"',
    '"status"',
    '"error"',
    '"x y"',
    '"-"',
    '"#1"',
    '"{1..2}"',
  ),
  fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
)

const { value } = fc.letrec<{ value: Spelled; object: Spelled }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(keys, tie('value')), { maxLength: 5 }).map((members) => ({ members })),
}))

/** Records of one sort: some members are the same everywhere, some count, some are missing here and there, the order is kept. */
const records: fc.Arbitrary<Spelled> = fc
  .tuple(
    fc.uniqueArray(keys, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 3, max: 24 }),
    fc.array(fc.constantFrom('same', 'count', 'pad', 'turn', 'any', 'rare', 'gone', 'nested', 'list'), {
      minLength: 5,
      maxLength: 5,
    }),
    fc.array(value, { minLength: 4, maxLength: 9 }),
    fc.nat(50),
  )
  .map(
    ([names, count, sorts, values, start]): Spelled =>
      Array.from({ length: count }, (_, row) => ({
        members: names.flatMap((name, i): (readonly [string, Spelled])[] => {
          const pick = values[(row * (i + 1) + row) % values.length]!
          switch (sorts[i]) {
            case 'same':
              return [[name, values[0]!]]
            case 'count':
              return [[name, row % 7 === 6 ? pick : `"item-${start + row * (i + 1)}"`]]
            case 'pad':
              return [[name, `"${String(start + row).padStart(4, '0')}x"`]]
            case 'turn':
              return [[name, `"${'abc'[row % 3]}"`]]
            case 'rare':
              return [[name, row % 9 === 5 ? pick : 'null']]
            case 'gone':
              return row % 4 === 1 ? [] : [[name, pick]]
            case 'nested':
              return [
                [
                  name,
                  {
                    members: [
                      ['"a"', String(row)],
                      ['"b"', values[1]!],
                    ],
                  },
                ],
              ]
            case 'list':
              return [[name, [String(start), '"x"']]]
            default:
              return [[name, pick]]
          }
        }),
      })),
  )

export const documents: fc.Arbitrary<Spelled> = fc.oneof(
  value,
  records,
  fc.tuple(records, value).map(
    ([items, other]): Spelled => ({
      members: [
        ['"items"', items],
        ['"other"', other],
        ['"items"', '1'],
      ],
    }),
  ),
)

export interface Printer {
  readonly name: string
  print(value: Spelled): string
}

const isItems = (value: Spelled): value is readonly Spelled[] => Array.isArray(value)

const flat = (value: Spelled, comma: string, colon: string): string => {
  if (typeof value === 'string') return value
  if (isItems(value)) return `[${value.map((item) => flat(item, comma, colon)).join(comma)}]`
  return `{${value.members.map(([key, one]) => key + colon + flat(one, comma, colon)).join(comma)}}`
}

/** As `JSON.stringify(value, null, unit)`, `jq` and `json.dumps(indent=)` do. */
const indented = (value: Spelled, unit: string, eol: string, level = 0): string => {
  if (typeof value === 'string') return value
  const parts = isItems(value)
    ? value.map((item) => indented(item, unit, eol, level + 1))
    : value.members.map(([key, one]) => `${key}: ${indented(one, unit, eol, level + 1)}`)
  const [open, close] = isItems(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const inner = eol + unit.repeat(level + 1)
  return open + inner + parts.join(`,${inner}`) + eol + unit.repeat(level) + close
}

export const PRINTERS: readonly Printer[] = [
  { name: 'minified', print: (value) => flat(value, ',', ':') },
  { name: 'json.dumps', print: (value) => flat(value, ', ', ': ') },
  ...['  ', '    ', '\t', ' '].map((unit) => ({
    name: `indent ${JSON.stringify(unit)}`,
    print: (value: Spelled) => indented(value, unit, '\n'),
  })),
  { name: 'indent with CRLF', print: (value) => indented(value, '  ', '\r\n') },
]
