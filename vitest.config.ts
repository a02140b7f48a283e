import { defineConfig } from 'vitest/config'

/** Where `.ci/run` wants the results as JSON. */
const report = process.env.DIET_TEST_REPORT

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/setup/build.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    ...(report === undefined ? {} : { reporters: ['default', ['json', { outputFile: report }]] }),
  },
})
