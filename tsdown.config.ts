import { execFileSync } from 'node:child_process'
import { defineConfig, type UserConfig } from 'tsdown'
import { pluginConfigs } from './tsdown.plugin.ts'

/* What `context-diet/code` loads is part of the package. */
execFileSync(process.execPath, ['scripts/copy-grammars.mjs'], { stdio: 'inherit' })

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    code: 'src/code.ts',
    cli: 'src/cli/main.ts',
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

const configs: UserConfig[] = [config, ...pluginConfigs]

export default configs
