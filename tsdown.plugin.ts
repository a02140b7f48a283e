/** What the Claude Code plugin ships: single files, since its host copies the plugin's folder alone and a mod may import nothing. */
import { createHash } from 'node:crypto'
import type { UserConfig } from 'tsdown'

const shared: UserConfig = {
  outDir: 'plugins/claude-code/dist',
  format: 'esm',
  dts: false,
  clean: false,
  minify: true,
  sourcemap: false,
  deps: { alwaysBundle: /./, onlyBundle: false },
  // Without a hash, a build leaves no file of an earlier one.
  outputOptions: { chunkFileNames: '[name].mjs' },
}

/**
 * Escapes what is not ASCII (in a tagged template only a pattern may have it), since V8 reads and keeps such text in half the room, and puts a hash of
 * the text in front, by which code that was compiled of it is known again.
 */
const stampedAscii = {
  name: 'stamped-ascii',
  generateBundle: (_options: unknown, bundle: Readonly<Record<string, { type: string; code?: string }>>) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || file.code === undefined) continue
      const code = file.code.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
      file.code = `/*${createHash('sha256').update(code).digest('hex').slice(0, 16)}*/${code}`
    }
  },
}

export const pluginConfigs: UserConfig[] = [
  // Scripts and not modules: only of those can the compiled code be kept on every version of Node.
  ...[{ fallback: 'src/hosts/claude-code/fallback.ts' }, { hook: 'src/hosts/claude-code/main.ts' }].map(
    (entry): UserConfig => ({
      ...shared,
      entry,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      fixedExtension: true,
      // One script, so that of all of it the compiled code is kept.
      outputOptions: { codeSplitting: false },
      plugins: [stampedAscii],
    }),
  ),
  {
    ...shared,
    entry: { mcp: 'plugins/claude-code/src/mcp.ts' },
    // Tokenizers have megabytes of ranks; they are found where the package is installed, and nothing else needs them.
    deps: { alwaysBundle: (id: string) => !id.startsWith('gpt-tokenizer'), neverBundle: /^gpt-tokenizer/, onlyBundle: false },
    platform: 'node',
    target: 'node20',
    fixedExtension: true,
  },
  {
    ...shared,
    entry: { mod: 'src/hosts/claude-code/mod/register.ts' },
    // The program scans the text for what it calls, by the names that the source gives it.
    minify: { compress: true, mangle: false, codegen: true },
    platform: 'neutral',
    target: 'es2022',
    fixedExtension: false,
    outExtensions: () => ({ js: '.js' }),
  },
]
