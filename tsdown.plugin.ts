/** What the Claude Code plugin ships: single files, since its host copies the plugin's folder alone and a mod may import nothing. */
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

export const pluginConfigs: UserConfig[] = [
  {
    ...shared,
    entry: { fallback: 'src/hosts/claude-code/fallback.ts' },
    platform: 'node',
    target: 'node20',
    fixedExtension: true,
  },
  {
    ...shared,
    // A script and not a module: only of those can the compiled code be kept on every version of Node.
    entry: { hook: 'src/hosts/claude-code/main.ts' },
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    fixedExtension: true,
    outputOptions: { chunkFileNames: '[name].cjs' },
  },
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
