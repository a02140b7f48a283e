/** `context-diet stash ls|gc|purge` */
import { recentKeys } from '../../ledger/ledger.ts'
import { plural } from '../../receipt/notes.ts'
import { parseKey } from '../../stash/key.ts'
import { openProjectStash, openUserStash } from '../../stash/places.ts'
import type { Entry, Stash } from '../../stash/stash.ts'
import { CliError, EXIT, quote, usageError } from '../errors.ts'
import { formatBytes } from '../input.ts'
import { writeOut } from '../output.ts'
import type { Values } from '../parse.ts'

const open = (values: Values): Stash & { readonly dir: string } => {
  const place = values.on('user')
    ? openUserStash
    : (options: { pinned: () => Iterable<string> }) => openProjectStash(process.cwd(), options)
  const { dir } = place({ pinned: () => [] })
  return { ...place({ pinned: () => recentKeys(dir) }), dir }
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of `30m`, `12h` or `7d`. */
export const parseAge = (flag: string, text: string): number => {
  const parts = /^(\d{1,6})([mhd])$/.exec(text)
  if (parts === null) throw usageError(`--${flag} is ${quote(text)}`, 'give a number with a unit, such as 30m, 12h or 7d')
  return Number(parts[1]) * UNITS[parts[2]!]!
}

const formatAge = (ms: number): string => {
  const [unit, size] = ms >= 2 * UNITS.d! ? ['days', UNITS.d!] : ms >= 2 * UNITS.h! ? ['hours', UNITS.h!] : ['minutes', UNITS.m!]
  return `${Math.max(0, Math.round(ms / size))} ${unit} ago`
}

const formatEntry = ({ key, bytes, lastUsed, path }: Entry, now: number): string =>
  `${key}  ${formatBytes(bytes).padStart(8)}  ${formatAge(now - lastUsed).padStart(14)}  ${path ?? ''}`.trimEnd()

type Action = (
  stash: Stash & { readonly dir: string },
  values: Values,
) => Promise<{ readonly text: string; readonly json: unknown }>

const ACTIONS: Readonly<Record<string, Action>> = {
  ls: async (stash) => {
    const entries = await stash.list()
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    const total = `${plural(entries.length, 'original')}, ${formatBytes(bytes)}, in ${stash.dir}`
    return { text: [...entries.map((entry) => formatEntry(entry, Date.now())), total].join('\n'), json: entries }
  },
  gc: async (stash) => {
    const swept = await stash.gc()
    const { expired, evicted, temporary, freed } = swept
    return {
      text: `${expired} expired, ${evicted} evicted, ${temporary} interrupted writes removed; ${formatBytes(freed)} freed`,
      json: swept,
    }
  },
  purge: async (stash, values) => {
    const keys = values.list('key').map((text) => {
      const key = parseKey(text)
      if (key === undefined) throw usageError(`--key is ${quote(text)}`, 'give the 24 hex characters of a key')
      return key
    })
    const age = values.text('older-than')
    const removed = await stash.purge({
      ...(keys.length === 0 ? {} : { keys }),
      ...(age === undefined ? {} : { before: Date.now() - parseAge('older-than', age) }),
    })
    return { text: `${removed.removed} originals removed; ${formatBytes(removed.freed)} freed`, json: removed }
  },
}

/** Lists, sweeps or empties a stash. */
export const runStash = async (values: Values): Promise<number> => {
  const action = ACTIONS[values.argument ?? '']
  if (action === undefined) throw usageError('stash needs an action', 'choose ls or gc or purge')
  if (values.argument !== 'purge' && (values.list('key').length > 0 || values.text('older-than') !== undefined)) {
    throw usageError(`stash ${values.argument} takes no --key or --older-than`, 'they choose what to purge')
  }
  const stash = open(values)
  try {
    const { text, json } = await action(stash, values)
    writeOut(values.on('json') ? `${JSON.stringify(json)}\n` : `${text}\n`)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(EXIT.input, `the stash ${quote(stash.dir)} cannot be read`, 'check its owner and permissions', error)
  }
  return EXIT.done
}
