import { defineConfig, type UserConfig } from 'tsdown'
import { pluginConfigs } from './tsdown.plugin.ts'

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli/main.ts',
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
