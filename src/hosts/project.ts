/** What a host process on Node needs of a project: where it is, what the user set, what the ledger tells. */
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { appendLedger, LEDGER_NAME, parseLedger, recentKeys } from '../ledger/ledger.ts'
import { attempt, openFile, readTail } from '../stash/disk.ts'
import { keyOf } from '../stash/key.ts'
import { CONFIG_NAME, openProjectStash, projectRoot, userStashDirectory } from '../stash/places.ts'
import type { DietTools } from './diet.ts'
import { type Earlier, latestKeyOf } from './earlier.ts'
import { createHistory, type History } from './reopened.ts'
import { DEFAULTS, parseSettings, SETTINGS_NAME, type Settings } from './settings.ts'

export interface Project {
  /** The stash directory; ledger and settings lie in it as well. */
  readonly dir: string
  readonly settings: Settings
  readonly tools: DietTools
  readonly record: (record: Parameters<typeof appendLedger>[1]) => void
}

const encode = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : content

export const readSettings = (dir: string): Settings => {
  const text = attempt(() => {
    const fd = openFile(join(dir, SETTINGS_NAME))
    return readFileSync(fd, 'utf8')
  })
  return text === undefined ? DEFAULTS : parseSettings(text)
}

const HISTORY_BYTES = 512 * 1024
const REOPENED = '"decision":"reopened"'

/** The latest decisions. Without two looks at originals among them nothing follows from the rest, which is not parsed then. */
const historyOf = (text: string): History => {
  const first = text.indexOf(REOPENED)
  return createHistory(first < 0 || text.indexOf(REOPENED, first + 1) < 0 ? [] : parseLedger(text).entries)
}

/** `cwd` may be anywhere in the project. */
export const openProject = (cwd: string): Project => {
  // Only a put that must make room asks for the pinned keys.
  const stash = openProjectStash(cwd, { pinned: () => recentKeys(stash.dir) })
  const { dir } = stash
  const settings = readSettings(dir)
  let ledger: string | undefined
  const readLatest = (): string => (ledger ??= readTail(join(dir, LEDGER_NAME), HISTORY_BYTES))
  const readEarlier = (call: string, use?: string): Earlier | undefined => {
    const key = latestKeyOf(readLatest(), call, use)
    const found = key === undefined ? undefined : stash.getSync(key)
    return found?.found === true ? { text: found.bytes.toString('utf8'), path: join(dir, `${found.key}.txt`) } : undefined
  }
  return {
    dir,
    settings,
    record: (record) => {
      // Where the project cannot be written, the user's own ledger says why.
      if (!appendLedger(dir, record)) attempt(() => appendLedger(userStashDirectory(), record))
    },
    tools: {
      settings,
      history: () => historyOf(readLatest()),
      earlier: readEarlier,
      keyOf: (content) => keyOf(encode(content)),
      pathOf: (key) => join(dir, `${key}.txt`),
      save: (content) => stash.putSync(content),
      // Their patterns need a matcher that is large to load.
      filters: async () =>
        existsSync(join(projectRoot(cwd), CONFIG_NAME)) ? (await import('../config/config.ts')).readConfig(cwd).filters : [],
    },
  }
}

const MAX_FULL = 256 * 1024 * 1024

/** The complete output that a host moved to a file; undefined when it is not there any more or larger than 256 MiB. */
export const readFull = (path: string): { readonly text: string; readonly bytes: Uint8Array } | undefined => {
  if (!isAbsolute(path)) return undefined
  return attempt(() => {
    const bytes = readFileSync(openFile(path))
    if (bytes.length > MAX_FULL) return undefined
    return { text: bytes.toString('utf8'), bytes }
  })
}
