import { execFileSync } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import { pluginConfigs } from './tsdown.plugin.ts'
import { cachedScript } from './tsdown.script.ts'

/* What `context-diet/code` loads is part of the package. */
execFileSync(process.execPath, ['scripts/copy-grammars.mjs'], { stdio: 'inherit' })

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    code: 'src/code.ts',
    cli: 'src/cli/start.ts',
    config: 'src/config/index.ts',
    stash: 'src/stash/index.ts',
    requests: 'src/requests/index.ts',
    sift: 'src/sift/index.ts',
    'claude-agent-sdk': 'src/claude-agent-sdk.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: true,
  fixedExtension: false,
  clean: true,
  minify: false,
})

/** Code in which a file beside it is named by the place of the module. */
const CODE = resolve('src/code.ts')

const codeBeside = {
  name: 'code-beside',
  resolveId: (id: string, importer: string | undefined) =>
    importer !== undefined && resolve(dirname(importer), id) === CODE ? { id: './code.js', external: true } : null,
}

/** Packages that few verbs need and that are found where this one is installed: tokenizers have megabytes of ranks. */
const PACKAGES = /^(?:gpt-tokenizer|@modelcontextprotocol\/)/

const program = cachedScript({
  entry: { program: 'src/cli/main.ts' },
  clean: false,
  deps: { alwaysBundle: (id: string) => !PACKAGES.test(id), neverBundle: PACKAGES, onlyBundle: false },
  plugins: [codeBeside],
})

const configs: UserConfig[] = [config, program, ...pluginConfigs]

export default configs
