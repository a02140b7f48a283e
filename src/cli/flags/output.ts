/** Flags that say what to print and what to save. */
import type { Flag, VerbName } from './types.ts'
import { VERB_NAMES } from './types.ts'

const REDUCERS: readonly VerbName[] = ['digest', 'dedupe', 'extract', 'summarize', 'pack']

export const OUTPUT_FLAGS: readonly Flag[] = [
  {
    name: 'json',
    category: 'Output',
    doc: 'Print JSON: the text and its receipt, or the record of the verb',
    verbs: [...REDUCERS, 'count', 'check', 'verify', 'request', 'retrieve', 'stash', 'report', 'doctor'],
  },
  {
    name: 'receipt',
    category: 'Output',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'Write the receipt to this file',
    verbs: [...REDUCERS, 'run'],
  },
  {
    name: 'notes',
    category: 'Output',
    doc: 'Add [diet] lines that say what is not shown',
    verbs: ['dedupe', 'extract', 'summarize', 'pack'],
  },
  {
    name: 'stash',
    category: 'Output',
    negatable: true,
    doc: 'Save the complete output before a digest refers to it',
    more:
      'Without either form, standard input is saved below .context-diet/ and a file is not, since it is the complete output itself. ' +
      '--stash saves a copy of a file too; --no-stash never saves.',
    verbs: ['digest'],
  },
  {
    name: 'output-limit',
    category: 'Output',
    value: { placeholder: 'SIZE', type: 'size' },
    default: '512MB',
    doc: 'Refuse to print more than this',
    more: 'Written as for --limit.',
    verbs: [...REDUCERS, 'count', 'check', 'verify', 'request'],
  },
  {
    name: 'explain',
    category: 'Output',
    doc: 'Say on standard error why the digest is as it is',
    verbs: ['digest', 'run'],
  },
  {
    name: 'help',
    short: 'h',
    category: 'Output',
    doc: 'Print the help of the verb',
    verbs: VERB_NAMES,
  },
]
