import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Where `.ci/run` wants the results as JSON. */
const report = process.env.DIET_TEST_REPORT

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/setup/build.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    ...(report === undefined ? {} : { reporters: ['default', ['json', { outputFile: report }]] }),
  },
})

export default config
