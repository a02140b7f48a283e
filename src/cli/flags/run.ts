/** Flags of `run`. */
import type { Flag } from './types.ts'

export const RUN_FLAGS: readonly Flag[] = [
  {
    name: 'raw',
    category: 'Output',
    negatable: true,
    doc: 'Hand the output through as it is',
    more:
      'Without either form, commands that watch, follow or serve, that leave a process in the background, or that print for a program ' +
      '(--porcelain) are handed through, and others are digested.',
    verbs: ['run'],
  },
  {
    name: 'limit',
    category: 'Input',
    value: { placeholder: 'SIZE', type: 'size' },
    default: '1GB',
    doc: 'Keep at most so much of the output',
    more:
      'The command is not stopped: of an output that is larger, this much is saved, and its end is shown. A number of bytes, or with a ' +
      'unit: KB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of 1024).',
    verbs: ['run'],
  },
]
