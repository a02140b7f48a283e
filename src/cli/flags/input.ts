/** Flags that say what to read. */
import type { Flag, VerbName } from './types.ts'

const READERS: readonly VerbName[] = ['digest', 'count', 'dedupe', 'extract', 'summarize', 'pack', 'check', 'request']

export const INPUT_FLAGS: readonly Flag[] = [
  {
    name: 'input',
    short: 'i',
    category: 'Input',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'Read this file instead of standard input',
    verbs: READERS,
  },
  {
    name: 'config',
    category: 'Input',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'Take the filters from this file',
    more: 'Without it, those of context-diet.json in the root of the project.',
    verbs: ['digest', 'run'],
  },
  {
    name: 'earlier',
    category: 'Input',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'What the same command printed before: show what is new',
    more: 'Times, sizes, hashes and the order of lines do not matter. Failures that are still there are shown or named like any other.',
    verbs: ['digest'],
  },
  {
    name: 'receipt',
    category: 'Input',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'The receipt to prove',
    more: 'The output of --json is accepted too.',
    verbs: ['verify'],
  },
  {
    name: 'source',
    category: 'Input',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'The complete text that the receipt speaks of',
    verbs: ['verify'],
  },
  {
    name: 'output',
    category: 'Input',
    value: { placeholder: 'FILE', type: 'path' },
    doc: 'The text that was made from the source',
    verbs: ['verify'],
  },
  {
    name: 'root',
    category: 'Input',
    value: { placeholder: 'DIR', type: 'path' },
    default: '.',
    doc: 'Read files only below this directory',
    more: 'Symbolic links are resolved first, so a link cannot lead outside.',
    verbs: [...READERS, 'verify', 'mcp'],
  },
  {
    name: 'limit',
    category: 'Input',
    value: { placeholder: 'SIZE', type: 'size' },
    default: '512MB',
    doc: 'Refuse inputs larger than this',
    more: 'A number of bytes, or with a unit: KB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of 1024).',
    verbs: [...READERS, 'verify', 'mcp'],
  },
  {
    name: 'binary',
    category: 'Input',
    doc: 'Read an input that looks binary',
    more:
      'An input with a NUL byte in its first 8 KB is refused without this. Bytes that are not UTF-8 are never refused: they are ' +
      'counted in a note and come out as they went in.',
    verbs: [...READERS, 'verify'],
  },
]
