/** What the Claude Code plugin ships: single files, since its host copies the plugin's folder alone and a mod may import nothing. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
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

/** A plugin that changes the text of each file that is written. */
const rewriting = (name: string, rewrite: (code: string) => string) => ({
  name,
  generateBundle: (_options: unknown, bundle: Readonly<Record<string, { type: string; code?: string }>>) => {
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

/** The program brings a text encoder of its own to its mods, and one of its functions is slow. */
const MOD_UTF8 = fileURLToPath(new URL('src/hosts/claude-code/mod/utf8.ts', import.meta.url))

const modUtf8 = {
  name: 'mod-utf8',
  resolveId: (id: string) => (id.endsWith('/source/utf8.ts') ? MOD_UTF8 : null),
}

/** Names of the language that hot code may use. */
const GLOBALS =
  'Array Boolean Error Float32Array Float64Array Int32Array Int8Array Map Math Number Object RegExp Set String Symbol Uint16Array Uint32Array Uint8Array WeakMap'

/** In the realm of a mod a look at a global costs twenty times what a look at a constant does, and hashing a megabyte takes a million. */
const ownGlobals = rewriting('own-globals', (code) => `const{${GLOBALS.split(' ').join(',')}}=globalThis;\n${code}`)

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
    plugins: [modUtf8, ownGlobals],
  },
]
