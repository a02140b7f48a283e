/**
 * What was sent in each conversation, on the disk: one file for each conversation, one JSON line for each result, so that a program that
 * ends after every request, or several of them, replay the same bytes. The first line of a key is the one that stands.
 */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { appendFile, attempt, codeOf, prepareDirectory } from '../stash/disk.ts'
import type { RequestStore, Sent } from './store.ts'

export interface FileStoreOptions {
  /** Made when something is sent. */
  readonly dir: string
  /** A conversation that nobody added to for so long is forgotten; 7 days by default. */
  readonly ttlMs?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const DEFAULT_TTL_MS = 7 * 24 * 3_600_000
const NEWLINE = 10
const SUFFIX = '.jsonl'
/** As long as the file system of any host takes, and nothing that leaves the directory. */
const PLAIN = /^[A-Za-z0-9][\w.-]{0,80}$/

const scopeOf = (key: string): string => {
  const scope = key.slice(0, Math.max(0, key.indexOf('/')))
  return PLAIN.test(scope)
    ? scope
    : createHash('sha256')
        .update(key.slice(0, key.lastIndexOf('/')))
        .digest('hex')
        .slice(0, 24)
}

interface Conversation {
  readonly sent: Map<string, Sent>
  /** Bytes of whole lines that were read. */
  read: number
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** An entry with only the fields that a store keeps; undefined when the line is none. */
const parseLine = (line: string): readonly [string, Sent] | undefined => {
  const value = attempt((): unknown => JSON.parse(line))
  if (typeof value !== 'object' || value === null) return undefined
  const { k, text, before, after, key, of } = value as Readonly<Record<string, unknown>>
  if (!isText(k) || !(text === null || isText(text)) || typeof before !== 'number' || typeof after !== 'number') return undefined
  return [k, { text, before, after, ...(isText(key) ? { key } : {}), ...(isText(of) ? { of } : {}) }]
}

/** Bytes from an offset to the end of the last whole line; undefined when there is no file. */
const readFrom = (path: string, from: number): Buffer | undefined => {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(fd).size - from))
    let size = 0
    for (let count = 1; count > 0 && size < bytes.length; size += count)
      count = readSync(fd, bytes, size, bytes.length - size, from + size)
    return bytes.subarray(0, bytes.subarray(0, size).lastIndexOf(NEWLINE) + 1)
  } finally {
    closeSync(fd)
  }
}

/** A store on a disk for `frozen: 'conversation'`. Its methods throw what the system says; the request then stays as it is. */
export const createFileStore = ({ dir, ttlMs = DEFAULT_TTL_MS, now = Date.now }: FileStoreOptions): RequestStore => {
  const conversations = new Map<string, Conversation>()
  const pathOf = (scope: string): string => join(dir, scope + SUFFIX)

  const refresh = (scope: string): Conversation => {
    const known = conversations.get(scope) ?? { sent: new Map<string, Sent>(), read: 0 }
    conversations.set(scope, known)
    const bytes = readFrom(pathOf(scope), known.read)
    for (const line of (bytes ?? Buffer.alloc(0)).toString('utf8').split('\n')) {
      const entry = line === '' ? undefined : parseLine(line)
      if (entry !== undefined && !known.sent.has(entry[0])) known.sent.set(...entry)
    }
    known.read += bytes?.length ?? 0
    return known
  }

  /** When a conversation begins, those that ended long ago go. */
  const sweep = (): void => {
    for (const name of attempt(() => readdirSync(dir)) ?? []) {
      const path = join(dir, name)
      if (name.endsWith(SUFFIX)) attempt(() => now() - statSync(path).mtimeMs > ttlMs && unlinkSync(path))
    }
  }

  return {
    get: (key) => {
      const scope = scopeOf(key)
      return conversations.get(scope)?.sent.get(key) ?? refresh(scope).sent.get(key)
    },
    set: (key, sent) => {
      const scope = scopeOf(key)
      const standing = refresh(scope)
      if (standing.sent.has(key)) return standing.sent.get(key)!
      if (standing.read === 0) {
        prepareDirectory(dir, now())
        sweep()
      }
      // A line that was torn by a crash ends here, so that this one is whole.
      const torn = (attempt(() => statSync(pathOf(scope)).size) ?? 0) > standing.read
      appendFile(pathOf(scope), `${torn ? '\n' : ''}${JSON.stringify({ k: key, ...sent })}\n`)
      return refresh(scope).sent.get(key) ?? sent
    },
  }
}
