/**
 * The program that the plugin's settings hook starts: of the engine only the compiled code has to be read. A script and not a module, since
 * loading modules costs a short-lived process more. Its command empties NODE_EXTRA_CA_CERTS: a bundle of certificates, which nothing here
 * needs, takes Node two thirds of its start.
 */
import { join } from 'node:path'
import { runCached } from '../cached-script.ts'

try {
  runCached(join(__dirname, 'hook.cjs'), process.env)
} catch {
  // A damaged installation must not be felt by the host: no answer leaves the result as it is.
}
