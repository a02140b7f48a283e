/**
 * Prints `N passed, N failed` from the report of the test runner and exits non-zero when anything failed.
 * usage: test-summary.mjs REPORT STATUS, where STATUS is 0 when everything around the tests went well
 */
import { existsSync, readFileSync } from 'node:fs'

const [, , file, status] = process.argv

/** A test file that cannot be loaded has no failed tests, and a step that failed around the tests is a failure too. */
const count = () => {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: status === '0' && report.success ? failed : Math.max(1, failed) }
}

const { passed, failed } = count()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
