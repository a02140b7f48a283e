/**
 * Runs a script with the code that V8 compiled of it before: most of what a short-lived hook costs is compiling the engine again. The compiled code
 * lies in a directory of the user's own; V8 refuses what is not of this version and this text, and then it is made anew.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { Script } from 'node:vm'

const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** The plugin's own data folder where the host names one, else the user's cache. */
export const cacheDirectory = (env: NodeJS.ProcessEnv): string | undefined => {
  const { CLAUDE_PLUGIN_DATA: data = '', XDG_CACHE_HOME: cache = '', HOME: home = '' } = env
  if (isAbsolute(data)) return data
  if (isAbsolute(cache)) return join(cache, 'context-diet')
  return isAbsolute(home) ? join(home, '.cache', 'context-diet') : undefined
}

const PREFIX = 'compiled-'
const HASH_BYTES = 32

/** V8 trusts its own bytes and dies of damaged ones. */
const hashOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** Whole or not at all, and only for this user; what was compiled of earlier versions goes. */
const keep = (dir: string, name: string, data: Buffer): void => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const temporary = join(dir, `${name}.${process.pid}.tmp`)
  writeFileSync(temporary, Buffer.concat([hashOf(data), data]), { mode: 0o600 })
  renameSync(temporary, join(dir, name))
  for (const other of readdirSync(dir)) if (other.startsWith(PREFIX) && other !== name) rmSync(join(dir, other), { force: true })
}

/** A file of another user could hold any code, and a damaged one is none. */
const readOwn = (path: string): Buffer | undefined =>
  attempt(() => {
    const { uid } = statSync(path)
    if (process.getuid !== undefined && uid !== process.getuid()) return undefined
    const file = readFileSync(path)
    const data = file.subarray(HASH_BYTES)
    return hashOf(data).equals(file.subarray(0, HASH_BYTES)) ? data : undefined
  })

/** Runs the CommonJS script at `path`. Works the same without a place for compiled code, only slower. */
export const runCached = (path: string, env: NodeJS.ProcessEnv): void => {
  const dir = cacheDirectory(env)
  const { size, mtimeMs } = statSync(path)
  const name = `${PREFIX}${process.version}-${process.arch}-${size}-${Math.floor(mtimeMs)}`
  const cachedData = dir === undefined ? undefined : readOwn(join(dir, name))
  const source = `(function (exports, require, __dirname) {${readFileSync(path, 'utf8')}\n})`
  const script = new Script(source, { filename: path, ...(cachedData === undefined ? {} : { cachedData }) })
  if (dir !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    // At the end V8 knows which functions a run needs.
    process.on('exit', () => attempt(() => keep(dir, name, script.createCachedData())))
  }
  script.runInThisContext()({}, createRequire(path), dirname(path))
}
