/** Programs that are one CommonJS script: only of a script can the compiled code be kept on every version of Node. */
import { createHash } from 'node:crypto'
import type { UserConfig } from 'tsdown'

/** A plugin that changes the text of each file that is written. */
export const rewriting = (
  name: string,
  rewrite: (code: string) => string,
): {
  readonly name: string
  readonly generateBundle: (options: unknown, bundle: Readonly<Record<string, { type: string; code?: string }>>) => void
} => ({
  name,
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk' && file.code !== undefined) file.code = rewrite(file.code)
    }
  },
})

/**
 * Escapes what is not ASCII (in a tagged template only a pattern may have it), since V8 reads and keeps such text in half the room, and puts a hash of
 * the text in front, by which code that was compiled of it is known again.
 */
const stampedAscii = rewriting('stamped-ascii', (text) => {
  const code = text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `/*${createHash('sha256').update(code).digest('hex').slice(0, 16)}*/${code}`
})

/** A script has no loader of modules but the one that it is given: `import()` in a script asks for a flag of Node's. */
const loads = rewriting('loads', (code) =>
  code.replace(/\bimport\((`(?:\.\/|node:|gpt-tokenizer|@modelcontextprotocol)[^`]*`)\)/g, 'load($1)'),
)

/** The config of such a program, which src/hosts/cached-script.ts runs. */
export const cachedScript = (config: UserConfig): UserConfig => ({
  ...config,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  fixedExtension: true,
  dts: false,
  minify: true,
  sourcemap: false,
  outputOptions: { codeSplitting: false },
  plugins: [config.plugins, loads, stampedAscii],
})
