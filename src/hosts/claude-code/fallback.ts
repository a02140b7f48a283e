/** The program that the plugin's settings hook starts: of the engine only the compiled code has to be read. */
import { fileURLToPath } from 'node:url'
import { runCached } from './cached-script.ts'

try {
  runCached(fileURLToPath(new URL('./hook.cjs', import.meta.url)), process.env)
} catch {
  // A damaged installation must not be felt by the host: no answer leaves the result as it is.
}
