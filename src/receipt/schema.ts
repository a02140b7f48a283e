/** The JSON Schema of a receipt. Apart from the shape check in parse-receipt.ts, so that no hook loads it. */
import { FATES, RUNGS } from './types.ts'

const integer = (minimum: number, description?: string) => ({
  type: 'integer',
  minimum,
  ...(description === undefined ? {} : { description }),
})

/** An object whose fields are all required, but for those named as optional, and that has no others. */
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const sizes = (description: string) => ({
  description,
  ...object({
    lines: integer(0),
    chars: integer(0, 'UTF-16 code units.'),
    bytes: integer(0, 'UTF-8 bytes.'),
    tokens: integer(0, 'Tokens by the counter.'),
  }),
})

const account = (description: string) => ({
  description,
  ...object({ total: integer(0), shown: integer(0, 'Counted on the finished text.'), indexed: integer(0) }),
})

const range = {
  type: 'array',
  prefixItems: [integer(1, 'First line.'), integer(1, 'Last line.')],
  items: false,
  minItems: 2,
}

const spots = (description: string) => ({
  type: 'array',
  description,
  items: {
    type: 'array',
    prefixItems: [integer(1, 'Line.'), integer(0, 'Offset in the line, in UTF-16 code units.')],
    items: false,
    minItems: 2,
  },
})

const REMOVED = FATES.filter((fate) => fate !== 'kept')

export const receiptSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Receipt of a context-diet output, version 1',
  ...object(
    {
      version: { const: 1 },
      verb: { enum: ['digest', 'dedupe', 'extract', 'summarize', 'pack'] },
      kind: { type: 'string', minLength: 1 },
      profile: { type: ['string', 'null'] },
      rung: { enum: [...RUNGS], description: 'How much the output loses.' },
      verbatim: {
        type: 'boolean',
        description: 'Every content line of the output is a source line, in order, after the normalizations counted here.',
      },
      lossless: { type: 'boolean', description: 'The output alone rebuilds the source.' },
      key: {
        type: ['string', 'null'],
        pattern: '^[0-9a-f]{24}$',
        description: "First 24 hex characters of the SHA-256 of the source's bytes.",
      },
      counter: { type: 'string', minLength: 1, description: 'Name of the token counter.' },
      budget: { type: ['integer', 'null'], minimum: 0, description: 'Token budget asked for.' },
      source: sizes('Sizes of the source.'),
      output: sizes('Sizes of the output, annotations included.'),
      removed: {
        description: 'Lines removed, by fate.',
        ...object(Object.fromEntries(REMOVED.map((fate) => [fate, integer(0)]))),
      },
      stages: {
        description: 'Lines removed by each stage of pack.',
        ...object({ dedupe: integer(0), extract: integer(0), summarize: integer(0) }),
      },
      fates: {
        type: 'array',
        description: 'Cover every source line, in order, without gap or overlap.',
        items: {
          type: 'array',
          prefixItems: [
            integer(1, 'First line.'),
            integer(1, 'Last line.'),
            { enum: [...FATES] },
            integer(1, 'The line that stands for the first of them, the next line for the second, and so on.'),
          ],
          items: false,
          minItems: 3,
        },
      },
      findings: object(
        {
          failures: account('Failures found in the source.'),
          warnings: account('Warnings found in the source.'),
          index: { type: 'array', items: range, description: 'Blocks of failures that are not shown.' },
          titles: { type: 'array', items: integer(1), description: 'Title lines of the failures that are shown.' },
          spots: {
            description: 'Failures that share one long line.',
            ...object({ shown: spots('Those that are shown.'), indexed: spots('Those that are only indexed.') }),
          },
        },
        ['titles', 'spots'],
      ),
      verdict: object({
        exitCode: { type: ['integer', 'null'] },
        reported: { enum: ['passed', 'failed', null], description: "What the tool's own summary says." },
      }),
      protected: object({ kept: integer(0), missing: { type: 'array', items: { type: 'string' } } }),
      normalized: {
        description: 'Kept lines that a normalization changed.',
        ...object({
          ansi: integer(0, 'Control sequences stripped.'),
          cr: integer(0, 'Last frame of a redrawn line kept.'),
        }),
      },
      notes: { type: 'array', items: { type: 'string' } },
    },
    ['stages'],
  ),
}
