/** Flags of the verb `check`. */
import type { Flag } from './types.ts'

export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: 'plan',
    category: 'Check',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'The planned items, one a line',
    more: 'Blank lines are ignored.',
    verbs: ['check'],
  },
  {
    name: 'item',
    category: 'Check',
    value: { placeholder: 'TEXT', type: 'text' },
    repeats: true,
    doc: 'A planned item; may be given several times',
    verbs: ['check'],
  },
  {
    name: 'markers',
    category: 'Check',
    value: { placeholder: 'WORDS', type: 'text' },
    repeats: true,
    doc: 'Words that mark a line as evidence of execution, separated by commas',
    verbs: ['check'],
  },
  {
    name: 'fail-markers',
    category: 'Check',
    value: { placeholder: 'WORDS', type: 'text' },
    repeats: true,
    doc: 'Words that mark a failed execution, separated by commas; needs --markers, FAIL unless given',
    verbs: ['check'],
  },
  {
    name: 'skipped',
    category: 'Check',
    value: { placeholder: 'TEXT', type: 'text' },
    repeats: true,
    doc: 'A planned item that was left out on purpose; may be given several times',
    verbs: ['check'],
  },
]
