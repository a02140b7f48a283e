/** Builds the program once before the tests that run it. */
import { execFileSync } from 'node:child_process'

export const setup = (): void => {
  if (process.env.DIET_NO_BUILD === undefined) execFileSync('npx', ['tsdown', '--logLevel', 'error'], { stdio: 'inherit' })
}
