import { log } from '../kinds/log/log.ts'
import { createSource } from '../source/source.ts'
import { chars4 } from '../source/tokens.ts'

export const digest = (text: string, options: any = {}): any => {
  const source = createSource(text)
  const budget = options.budget ?? 2000
  if (chars4(text) <= budget) return { text, changed: false, receipt: { findings: { index: [] } } }
  for (const c of log.candidates(source, { budget, count: chars4, counter: 'chars4', sourceTokens: chars4(text), command: options.command, tool: undefined, exitCode: options.exitCode, query: options.query, protect: [], mode: 'auto', original: options.original, normalize: { ansi: true, cr: true } })) {
    return { text: c.text, changed: true, receipt: { findings: { index: c.index } } }
  }
}
