/**
 * The stash, the settings and the ledger as a mod reaches them: there is no Node in it, so a small shell script writes where files must be private,
 * whole and proven, and the engine's own file calls do the rest.
 */
import { parseFilters } from '../../../config/filters.ts'
import type { LedgerRecord } from '../../../ledger/entry.ts'
import { toEntry } from '../../../ledger/entry.ts'
import type { Filter } from '../../../verbs/filters.ts'
import { formatSettings, parseSettings, SETTINGS_NAME, type Settings } from '../../settings.ts'
import type { Engine } from './engine.ts'

const CHUNK = 4 * 1024 * 1024
const MAX_FULL = 64 * 1024 * 1024
/** As the ledger on Node: a file of this size becomes the older one. */
const LEDGER_BYTES = 1024 * 1024
const RUN_MS = 20_000

export const STASH_DIRECTORY = '.context-diet'
const CONFIG_NAME = 'context-diet.json'
const ROOT_MARKS = [CONFIG_NAME, '.git']

const separatorOf = (path: string): string => (path.includes('\\') && !path.includes('/') ? '\\' : '/')

export const joinPath = (dir: string, name: string): string =>
  `${dir}${dir.endsWith('/') || dir.endsWith('\\') ? '' : separatorOf(dir)}${name}`

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0))

async function pathExists($: Engine, path: string): Promise<boolean> {
  try {
    return await $.fs.exists(path)
  } catch {
    return false
  }
}

/** The stash directory of the project that the session runs in, by the same rule as on Node. */
export async function findStash($: Engine): Promise<string> {
  const root = await $.session.root()
  for (let dir = root; dir !== ''; dir = parentOf(dir)) {
    for (const mark of ROOT_MARKS) if (await pathExists($, joinPath(dir, mark))) return joinPath(dir, STASH_DIRECTORY)
  }
  return joinPath(root, STASH_DIRECTORY)
}

export async function readText($: Engine, path: string): Promise<string> {
  const { size } = await $.fs.stat(path)
  return size <= CHUNK ? $.fs.read(path) : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes($, path))
}

/** What newer engines have decodes a megabyte in a few milliseconds, where a loop takes tens. */
const native = Uint8Array as { readonly fromBase64?: (base64: string) => Uint8Array }

const fromBase64 = (base64: string): Uint8Array => {
  if (native.fromBase64 !== undefined) return native.fromBase64(base64)
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** The bytes of a file, in ranges. Rejects above 64 MiB, which a mod should not hold. */
export async function readBytes($: Engine, path: string): Promise<Uint8Array> {
  const { size } = await $.fs.stat(path)
  if (size > MAX_FULL) throw Object.assign(new Error(`${path} has ${size} bytes, too many for a mod.`), { code: 'too-large' })
  const bytes = new Uint8Array(size)
  let at = 0
  while (at < size) {
    const piece = fromBase64((await $.fs.read(path, { as: 'bytes', offset: at, length: Math.min(CHUNK, size - at) })).base64)
    if (piece.length === 0) break
    bytes.set(piece, at)
    at += piece.length
  }
  return at === size ? bytes : bytes.subarray(0, at)
}

/** In unicode mode a surrogate class matches only surrogates that have no partner. */
const UNPAIRED = /\p{Surrogate}/u

/** 24 hex characters, as every stash here names content. Rejects a text that no UTF-8 bytes give back. */
export const keyOf = async (content: string | Uint8Array): Promise<string> => {
  if (typeof content === 'string' && UNPAIRED.test(content)) throw stashError('unencodable')
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return Array.from(hash.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const PREPARE = `umask 077
d=$1
[ -L "$d" ] && { echo unsafe >&2; exit 3; }
mkdir -p -- "$d" && chmod 700 "$d" || exit 4
[ -e "$d/.gitignore" ] || printf '*\\n' > "$d/.gitignore" || exit 4
`

/** $1 directory, $2 key, $3 the file to copy, or nothing for standard input. Hashes what it wrote, from the disk. */
const SAVE = `${PREPARE}t="$d/.tmp-mod-$$-$2"
trap 'rm -f -- "$t"' EXIT
if [ -n "$3" ]; then cat -- "$3" > "$t"; else cat > "$t"; fi || exit 5
sync "$t" 2>/dev/null
h=$({ sha256sum < "$t" || shasum -a 256 < "$t" || sha256 -q < "$t"; } 2>/dev/null)
case $h in "$2"*) ;; *) echo mismatch >&2; exit 6;; esac
mv -f -- "$t" "$d/$2.txt" || exit 5
if [ -f "$d/.tally" ]; then wc -c < "$d/$2.txt" >> "$d/.tally"; fi
exit 0
`

/** $1 directory, $2 line, $3 size at which the file is moved. */
const APPEND = `${PREPARE}f="$d/ledger.jsonl"
[ -L "$f" ] && exit 3
if [ -f "$f" ] && [ "$(wc -c < "$f")" -ge "$3" ]; then mv -f -- "$f" "$d/ledger.1.jsonl"; fi
printf '%s\\n' "$2" >> "$f"
`

const CODES: readonly (readonly [words: RegExp, reason: string])[] = [
  [/unsafe/, 'stash-unsafe'],
  [/mismatch/, 'stash-mismatch'],
  [/unencodable/, 'stash-unencodable'],
  [/No space|quota/i, 'stash-full'],
  [/Read-only/i, 'stash-readonly'],
  [/denied|not permitted/i, 'stash-permission'],
]

const stashError = (stderr: string): Error => {
  const reason = CODES.find(([words]) => words.test(stderr))?.[1] ?? 'stash-io'
  return Object.assign(new Error(`The original could not be saved (${reason.slice('stash-'.length)}).`), { code: reason })
}

/** A system without a shell: the file call writes, and reading back proves it. Privacy is that of the user's folder. */
async function saveByFileCalls($: Engine, path: string, text: string): Promise<void> {
  await $.fs.write(path, text)
  if ((await readText($, path)) !== text) throw stashError('mismatch')
}

async function runScript($: Engine, script: string, args: readonly string[], stdin?: string) {
  try {
    return await $.process.run(['sh', '-c', script, 'context-diet', ...args], {
      timeoutMs: RUN_MS,
      ...(stdin === undefined ? {} : { stdin }),
    })
  } catch {
    return undefined
  }
}

/** Keeps an original: written, flushed, read back by its hash, renamed. Throws with a code when that fails. */
export async function saveOriginal(
  $: Engine,
  dir: string,
  key: string,
  source: { readonly text: string } | { readonly file: string },
): Promise<void> {
  const [file, text] = 'file' in source ? [source.file, undefined] : ['', source.text]
  const ran = await runScript($, SAVE, [dir, key, file], text)
  if (ran === undefined) return saveByFileCalls($, joinPath(dir, `${key}.txt`), text ?? (await readText($, file)))
  if (ran.exitCode !== 0) throw stashError(ran.stderr)
}

/** Appends a decision; false when it was not written. */
export async function appendRecord($: Engine, dir: string, record: LedgerRecord, time: number): Promise<boolean> {
  const entry = toEntry({ ...record, v: 1, time })
  if (entry === undefined) return false
  const line = JSON.stringify(entry)
  const ran = await runScript($, APPEND, [dir, line, String(LEDGER_BYTES)])
  if (ran !== undefined) return ran.exitCode === 0
  const path = joinPath(dir, 'ledger.jsonl')
  const before = (await pathExists($, path)) ? await $.fs.read(path) : ''
  await $.fs.write(path, `${before}${line}\n`)
  return true
}

/** The text of both ledger files, the older first. */
export async function readLedgerText($: Engine, dir: string): Promise<string> {
  const texts: string[] = []
  for (const name of ['ledger.1.jsonl', 'ledger.jsonl']) {
    const path = joinPath(dir, name)
    if (await pathExists($, path)) texts.push(await readText($, path))
  }
  return texts.join('\n')
}

export async function readSettings($: Engine, dir: string): Promise<Settings> {
  try {
    return parseSettings(await $.fs.read(joinPath(dir, SETTINGS_NAME)))
  } catch {
    return parseSettings('')
  }
}

/** The filters in the `context-diet.json` beside the stash. Throws one sentence when the file is broken. */
export async function readProjectFilters($: Engine, dir: string): Promise<readonly Filter[]> {
  const path = joinPath(parentOf(dir), CONFIG_NAME)
  if (!(await pathExists($, path))) return []
  const value: unknown = JSON.parse(await $.fs.read(path))
  return typeof value === 'object' && value !== null && 'filters' in value ? parseFilters(value.filters) : []
}

export async function writeSettings($: Engine, dir: string, settings: Settings): Promise<void> {
  await runScript($, PREPARE, [dir])
  await $.fs.write(joinPath(dir, SETTINGS_NAME), formatSettings(settings))
}

/** How many originals there are, and their bytes. */
export async function measureStash($: Engine, dir: string): Promise<{ readonly count: number; readonly bytes: number }> {
  try {
    const files = (await $.fs.list(dir)).filter(({ name }) => /^[0-9a-f]{24}\.txt$/.test(name))
    return { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
  } catch {
    return { count: 0, bytes: 0 }
  }
}

/** Captured outputs of sessions that were killed; then the stash itself, where there is Node. Nobody waits for it. */
const SWEEP = `[ -d "$1" ] || exit 0
find "$1" -maxdepth 1 -type f -name '.capture-*' -mtime +0 -exec rm -f -- {} +
command -v node >/dev/null && exec node "$2" --sweep "$1"
exit 0
`

export async function sweepStash($: Engine, dir: string, pluginRoot: string): Promise<void> {
  await runScript($, SWEEP, [dir, `${pluginRoot}/dist/fallback.cjs`])
}

export async function removeFile($: Engine, path: string): Promise<void> {
  await runScript($, 'rm -f -- "$1"', [path])
}
