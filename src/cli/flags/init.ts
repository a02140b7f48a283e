/** Flags of `init`. */
import type { Flag } from './types.ts'

export const INIT_FLAGS: readonly Flag[] = [
  {
    name: 'scope',
    category: 'Input',
    value: { placeholder: 'SCOPE', type: 'text', choices: ['user', 'project', 'local'] },
    doc: 'Whose settings to change',
    more:
      'user: yours, in every project (the default). project: .claude/settings.json, for everyone who works on it. local: ' +
      '.claude/settings.local.json, for you in this project.',
    verbs: ['init'],
  },
  {
    name: 'undo',
    category: 'Output',
    doc: 'Restore what was there before; without --scope in every scope',
    verbs: ['init'],
  },
  {
    name: 'yes',
    short: 'y',
    category: 'Output',
    doc: 'Write without asking',
    verbs: ['init'],
  },
]
