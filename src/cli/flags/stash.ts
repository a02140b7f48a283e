/** Flags of the verbs that read and keep the stash. */
import type { Flag } from './types.ts'

export const STASH_FLAGS: readonly Flag[] = [
  {
    name: 'lines',
    category: 'What to keep',
    value: { placeholder: 'RANGE', type: 'text' },
    doc: 'Print these lines',
    more: 'Written as in the [diet] notes, L120-173, or as 120-173, 120- or 120. With --grep: search only there.',
    verbs: ['retrieve'],
  },
  {
    name: 'grep',
    category: 'What to keep',
    value: { placeholder: 'PATTERN', type: 'text' },
    doc: 'Print the lines that match, with numbers and the lines around them',
    more: 'An RE2 regular expression: no look-around, no back-references. A very long line is printed around its matches.',
    verbs: ['retrieve'],
  },
  {
    name: 'pointer',
    category: 'What to keep',
    value: { placeholder: 'POINTER', type: 'text' },
    doc: 'Print the value that a JSON pointer names, as it is spelled',
    more: 'For documents on one line. With --lines: a pointer into that line.',
    verbs: ['retrieve'],
  },
  {
    name: 'char',
    category: 'What to keep',
    value: { placeholder: 'NUMBER', type: 'number' },
    doc: 'Begin at this character of the first line, or of the value',
    verbs: ['retrieve'],
  },
  {
    name: 'raw',
    category: 'Output',
    doc: 'Print the whole original, byte for byte, without notes or pages',
    verbs: ['retrieve'],
  },
  {
    name: 'key',
    category: 'What to keep',
    value: { placeholder: 'KEY', type: 'text' },
    repeats: true,
    doc: 'Purge only this original',
    verbs: ['stash'],
  },
  {
    name: 'older-than',
    category: 'What to keep',
    value: { placeholder: 'AGE', type: 'text' },
    doc: 'Purge only what nothing used for so long',
    more: 'A number with a unit: 30m, 12h or 7d.',
    verbs: ['stash'],
  },
  {
    name: 'user',
    category: 'Input',
    doc: 'The stash of the user, not that of the project',
    verbs: ['stash', 'report'],
  },
  {
    name: 'since',
    category: 'What to keep',
    value: { placeholder: 'AGE', type: 'text' },
    doc: 'Count only decisions that are not older',
    more: 'A number with a unit: 30m, 12h or 7d.',
    verbs: ['report'],
  },
]
