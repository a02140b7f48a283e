/** Grammars for `digest` and `diet_digest`, where a text is code and long enough to be worth the time that they take to load. */
import type { OutlineReader } from '../source/code-outline.ts'
import { chars4 } from '../source/tokens.ts'
import type { DigestOptions } from '../verbs/digest.ts'

/** Chars. Shorter texts have the skeleton by lines, which says nearly the same and takes no time to load. */
const WORTH_LOADING = 16_000
const MOST = 500_000

/** V8 compiles what runs once with its fast compiler only: half the time for a first parse. */
const compileFast = async (): Promise<void> => {
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--liftoff-only')
}

/**
 * The reader for the language of a text; undefined when it is no code, short, fits the budget as it is, or its grammar cannot be
 * loaded: then the skeleton serves.
 */
export const loadOutlinesFor = async (text: string, options: DigestOptions): Promise<OutlineReader | undefined> => {
  const { kind, budget, count = chars4 } = options
  if (text.length < WORTH_LOADING || text.length > MOST || (kind !== undefined && kind !== 'code')) return undefined
  if (budget !== undefined && count(text) <= budget) return undefined
  const { sniffLanguage } = await import('../kinds/code/detect.ts')
  const language = sniffLanguage(text, { command: options.command, tool: options.tool, exitCode: options.exitCode })
  if (language === undefined) return undefined
  try {
    await compileFast()
    const { loadOutlines } = await import('../code.ts')
    return await loadOutlines([language])
  } catch {
    return undefined
  }
}

/** What `cat FILE` would say of a file of code that is read without a command; the name tells its language. */
export const commandFor = (file: string | undefined, isCode: (file: string) => boolean): string | undefined =>
  file !== undefined && /^[\w./@+ -]{1,400}$/.test(file) && isCode(file) ? `cat "${file}"` : undefined
