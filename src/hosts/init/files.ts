/** The files behind `init`: settings that are replaced whole or not at all, and a record of what was there before. */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { attempt, codeOf } from '../../stash/disk.ts'
import { projectRoot, userStashDirectory } from '../../stash/places.ts'
import type { Scope } from './claude-code.ts'

export interface Places {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export const getConfigDirectory = ({ env }: Places): string => env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude')

/** The settings file of a scope. */
export const getSettingsPath = (scope: Scope, places: Places): string => {
  if (scope === 'user') return join(getConfigDirectory(places), 'settings.json')
  return join(projectRoot(places.cwd), '.claude', scope === 'project' ? 'settings.json' : 'settings.local.json')
}

/** The bytes of a file; undefined when there is none. */
export const readIfAny = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Behind a symbolic link, as those who keep their settings elsewhere have one. */
const targetOf = (path: string): string => attempt(() => realpathSync(path)) ?? path

/** Puts the whole content in place at once and keeps the permissions of the file. */
const replace = (path: string, content: Uint8Array, mode: number): void => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const fd = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(fd, content)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    chmodSync(temporary, mode)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

const writeSettings = (path: string, content: Uint8Array): void => {
  const target = targetOf(path)
  const mode = attempt(() => statSync(target).mode & 0o7777)
  replace(target, content, mode ?? 0o600)
}

/** What `--undo` needs. */
interface UndoRecord {
  readonly version: 1
  readonly path: string
  /** Base64 of the bytes; null when there was no file. */
  readonly before: string | null
  /** The directory was made as well. */
  readonly madeDirectory: boolean
  /** Hash of the bytes that were written. */
  readonly after: string
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const getRecordPath = (path: string, { env }: Places): string =>
  join(dirname(userStashDirectory(env)), 'init', `${hashOf(Buffer.from(path)).slice(0, 24)}.json`)

const isRecord = (value: unknown, path: string): value is UndoRecord =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'path' in value &&
  value.path === path

const readRecord = (path: string, places: Places): UndoRecord | undefined => {
  const value: unknown = attempt(() => JSON.parse(readFileSync(getRecordPath(path, places), 'utf8')))
  return isRecord(value, path) ? value : undefined
}

/** Settings may hold secrets, so the record is for this user alone. */
const writeRecord = (record: UndoRecord, places: Places): void => {
  const path = getRecordPath(record.path, places)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replace(path, Buffer.from(`${JSON.stringify(record)}\n`), 0o600)
}

/** Keeps what is there, then writes. A second change keeps the first record: undoing goes back to before all of ours. */
export const change = (path: string, before: Buffer | undefined, after: string, places: Places): void => {
  const made = attempt(() => statSync(dirname(path))) === undefined
  const content = Buffer.from(after, 'utf8')
  const known = readRecord(path, places)
  const continues = known !== undefined && before !== undefined && known.after === hashOf(before)
  writeRecord(
    {
      version: 1,
      path,
      before: continues ? known.before : (before?.toString('base64') ?? null),
      madeDirectory: continues ? known.madeDirectory : made,
      after: hashOf(content),
    },
    places,
  )
  mkdirSync(dirname(path), { recursive: true })
  writeSettings(path, content)
}

/** Why the exact bytes of before cannot be put back. */
export type Obstacle = 'no-record' | 'changed-since'

/** What was there before; null when there was no file. */
export const findBefore = (path: string, now: Buffer, places: Places): { readonly before: Buffer | null } | Obstacle => {
  const record = readRecord(path, places)
  if (record === undefined) return 'no-record'
  if (record.after !== hashOf(now)) return 'changed-since'
  return { before: record.before === null ? null : Buffer.from(record.before, 'base64') }
}

/** Puts the bytes back, or removes the file, and forgets the record. */
export const restore = (path: string, before: Uint8Array | null, places: Places): void => {
  const record = readRecord(path, places)
  if (before === null) {
    rmSync(targetOf(path))
    if (record?.madeDirectory === true) attempt(() => rmdirSync(dirname(path)))
  } else writeSettings(path, before)
  attempt(() => rmSync(getRecordPath(path, places)))
}

/** The first program of that name that the search path has, links resolved. */
export const findProgram = (name: string, { env }: Places): string | undefined => {
  const extensions = process.platform === 'win32' ? ['.cmd', '.exe', '.bat', ''] : ['']
  for (const dir of (env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')) {
    for (const extension of extensions) {
      const path = join(dir, `${name}${extension}`)
      const stats = isAbsolute(dir) ? attempt(() => statSync(path)) : undefined
      if (stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0)) return path
    }
  }
  return undefined
}
