/** The log kind: output of tests, builds and servers, and whatever no other kind claims. */
import type { Kind } from '../types.ts'
import { readLog } from './reading.ts'
import { selected } from './selected.ts'

export const log: Kind = {
  name: 'log',
  detect: () => ({ score: 0.1, why: 'no other kind fits better' }),
  read: (source, ask) => {
    const reading = readLog(source, ask)
    return {
      findings: reading.findings,
      *candidates() {
        yield selected(reading, ask)
      },
    }
  },
}
