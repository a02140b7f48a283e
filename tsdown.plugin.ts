/** What the Claude Code plugin ships: single files, since its host copies the plugin's folder alone and a mod may import nothing. */
import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'tsdown'
import { cachedScript, rewriting } from './tsdown.script.ts'

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
  cachedScript({ ...shared, entry: { fallback: 'src/hosts/claude-code/fallback.ts' } }),
  cachedScript({ ...shared, entry: { hook: 'src/hosts/claude-code/main.ts' } }),
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
