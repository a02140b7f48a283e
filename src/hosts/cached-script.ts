/**
 * Runs a script with the code that V8 compiled of it before: most of what a short-lived process costs is compiling the engine again. The compiled
 * code lies in a directory of the user's own; V8 refuses what is not of this version and this text, and then it is made anew.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
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

const HASH_BYTES = 32
/** What the code was used for, as words; V8 keeps the functions that ran. */
const USES_BYTES = 512
const DATA_AT = HASH_BYTES + USES_BYTES

/** V8 trusts its own bytes and dies of damaged ones. */
const hashOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

interface Name {
  /** Of all that was compiled of this script. */
  readonly prefix: string
  readonly name: string
  /** Of all that this version of Node compiled of this text. */
  readonly suffix: string
}

interface Compiled {
  readonly uses: readonly string[]
  readonly data: Buffer
}

/** Whole or not at all, and only for this user; what was compiled of earlier versions goes. */
const keep = (dir: string, { prefix, name, suffix }: Name, { uses, data }: Compiled): void => {
  const words = Buffer.alloc(USES_BYTES, ' ')
  if (words.write(uses.join(' '), 'latin1') < uses.join(' ').length) return
  const content = Buffer.concat([words, data])
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const temporary = join(dir, `${name}.${process.pid}.tmp`)
  writeFileSync(temporary, Buffer.concat([hashOf(content), content]), { mode: 0o600 })
  renameSync(temporary, join(dir, name))
  for (const other of readdirSync(dir))
    if (other.startsWith(prefix) && !other.endsWith(suffix)) rmSync(join(dir, other), { force: true })
}

/** A file of another user could hold any code, and a damaged one is none. */
const readOwn = (path: string): Compiled | undefined =>
  attempt(() => {
    const { uid } = statSync(path)
    if (process.getuid !== undefined && uid !== process.getuid()) return undefined
    const file = readFileSync(path)
    if (!hashOf(file.subarray(HASH_BYTES)).equals(file.subarray(0, HASH_BYTES))) return undefined
    const words = file.toString('latin1', HASH_BYTES, DATA_AT).trim()
    return { uses: words === '' ? [] : words.split(' '), data: file.subarray(DATA_AT) }
  })

/** The build puts a hash of the text in front: size and time of a file are equal for two versions from a package registry. */
const STAMP = /^\/\*([0-9a-f]{16})\*\//

const nameFor = (path: string, code: string, purpose: string): Name => {
  const { size, mtimeMs } = statSync(path)
  const prefix = `compiled-${basename(path, '.cjs')}-`
  const suffix = `-${process.version}-${process.arch}-${STAMP.exec(code)?.[1] ?? `${size}-${Math.floor(mtimeMs)}`}`
  return { prefix, name: `${prefix}${purpose}${suffix}`, suffix }
}

interface Exported {
  /** A word for what this run did, undefined for nothing special, false when no later run will do the same. */
  readonly usedFor?: () => string | undefined | false
}

/**
 * Runs the CommonJS script at `path`, which must be ASCII and has `load` for what a module has `import()` for. Works the same without a place for
 * compiled code, only slower. Code that was compiled before a word of `usedFor` came up lacks functions, and is kept anew. What is compiled
 * for one `purpose` (letters) is kept apart from that for another, so that a small one need not read the code of a large one.
 */
export const runCached = (path: string, env: NodeJS.ProcessEnv, purpose = ''): void => {
  // So short a life has a few small collections, and to wake threads for them costs more than they do. Compiled code is kept for these flags.
  setFlagsFromString('--no-parallel-scavenge')
  const dir = cacheDirectory(env)
  // One byte for each character, which V8 takes as it is.
  const code = readFileSync(path, 'latin1')
  const name = nameFor(path, code, purpose)
  const kept = dir === undefined ? undefined : readOwn(join(dir, name.name))
  const script = new Script(`(function (exports, require, __dirname, load) {${code}\n})`, {
    filename: path,
    ...(kept === undefined ? {} : { cachedData: kept.data }),
  })
  const known = kept === undefined || script.cachedDataRejected === true ? undefined : kept.uses
  const exported: Exported = {}
  if (dir !== undefined) {
    // At the end V8 knows which functions a run needs.
    process.on('exit', () =>
      attempt(() => {
        const use = exported.usedFor?.()
        if (use === false || (known !== undefined && (use === undefined || known.includes(use)))) return
        const uses = use === undefined ? [] : [use]
        keep(dir, name, { uses: [...(known ?? []), ...uses], data: script.createCachedData() })
      }),
    )
  }
  const load = (module: string): Promise<unknown> =>
    import(module.startsWith('.') ? new URL(module, pathToFileURL(path)).href : module)
  script.runInThisContext()(exported, createRequire(path), dirname(path), load)
}
