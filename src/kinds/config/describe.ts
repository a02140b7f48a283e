/** What a gap in a tree hides: the names at its top, with how many lines stand below each; items of a list as a count. */
import { plural } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { fitNames, type Named } from '../names.ts'
import { PART, type Tree } from './tree.ts'
import { identities } from './values.ts'

interface Hidden {
  readonly named: readonly Named[]
  /** Items of lists at the top of the gap, by their names where they have some. */
  readonly items: readonly Named[]
  /** What the list of the items is called. */
  readonly list: string
  readonly comments: number
  readonly texts: number
}

const NAMED: ReadonlySet<number> = new Set<number>([PART.section, PART.key, PART.item])

/** A longer name is shown in part. */
const MOST_NAME = 60

const hiddenIn = (
  { parts, depth, parent, source, label }: Tree,
  nameOf: (n: number) => string,
  [from, to]: LineRange,
): Hidden => {
  let top = Number.POSITIVE_INFINITY
  let comments = 0
  let texts = 0
  for (let n = from; n <= to; n++) {
    const part = parts[n - 1]!
    if (NAMED.has(part)) top = Math.min(top, depth[n - 1]!)
    else if (part === PART.comment) comments++
    else if (part !== PART.blank) texts++
  }
  const named: { name: string; count: number }[] = []
  const items: Named[] = []
  let list = ''
  for (let n = from; n <= to; n++) {
    const i = n - 1
    const isTop = NAMED.has(parts[i]!) && depth[i] === top
    if (isTop && (parts[i] === PART.item || /^\s*-(?:\s|$)/.test(source.line(n).slice(0, 200)))) {
      const above = parent[i]!
      const isAlike = items.length === 0 || list === (above === 0 ? '' : label(above))
      list = isAlike && above > 0 ? label(above) : ''
      items.push({ name: nameOf(n), note: '' })
    } else if (isTop) named.push({ name: label(n), count: 1 })
    else if (named.length > 0 && parts[i] !== PART.blank && parts[i] !== PART.comment) named[named.length - 1]!.count++
  }
  return {
    named: named
      .filter(({ name }) => name !== '')
      .map(({ name, count }) => ({ name: name.slice(0, MOST_NAME), note: count === 1 ? '' : String(count) })),
    items,
    list,
    comments,
    texts,
  }
}

/** Same names in a row, such as the elements of a list, as one with a count. */
const merged = (named: readonly Named[]): Named[] => {
  const runs: { name: string; note: string; times: number }[] = []
  for (const { name, note } of named) {
    const last = runs.at(-1)
    if (last?.name === name) last.times++
    else runs.push({ name, note, times: 1 })
  }
  return runs.map(({ name, note, times }) => ({ name: times === 1 ? name : `${times} x ${name}`, note: times === 1 ? note : '' }))
}

/** Names that do not fit, of which many begin alike up to a dot: `server.* 12, cache.* 4`. */
const byPrefix = (named: readonly Named[], chars: number): readonly Named[] => {
  if (named.reduce((sum, { name, note }) => sum + name.length + note.length + 2, 0) <= chars) return named
  const runs: { prefix: string; name: string; note: string; times: number }[] = []
  for (const { name, note } of named) {
    const prefix = name.slice(0, name.indexOf('.') + 1)
    const last = runs.at(-1)
    if (prefix !== '' && last?.prefix === prefix) last.times++
    else runs.push({ prefix, name, note, times: 1 })
  }
  return runs.map(({ prefix, name, note, times }) => (times === 1 ? { name, note } : { name: `${prefix}*`, note: String(times) }))
}

/** The description of a gap in at most `chars` chars. */
export const describeGap = (tree: Tree): ((gap: LineRange, chars: number) => string | undefined) => {
  const names = identities(tree)
  const nameOf = (n: number): string => {
    const at = names.get(n)
    const isOwn = at === n && (tree.parts[n - 1] === PART.section || tree.names[tree.path[n - 1]!] === '*')
    return at === undefined || isOwn ? tree.label(n) : plain(tree.value(at)).slice(0, MOST_NAME)
  }
  return (gap, chars) => {
    const { named, items, list, comments, texts } = hiddenIn(tree, nameOf, gap)
    const count = items.length === 0 ? '' : `${plural(items.length, 'item')}${list === '' ? '' : ` of ${list}`}`
    const listed = items.filter(({ name }) => name !== '')
    const all = listed.length > 0 ? listed : merged(named)
    const rest = chars - (count === '' ? 0 : count.length + 2)
    const written = all.length === 0 ? undefined : fitNames(byPrefix(all, rest), rest)
    const others = comments > 0 ? plural(comments, 'comment') : texts > 0 ? 'text' : ''
    const bare = listed.length > 0 ? '' : named.length > 0 ? plural(named.length, 'name') : ''
    const text =
      count !== '' && written !== undefined
        ? `${count}: ${written}`
        : (written ?? [count, bare].filter((part) => part !== '').join(', '))
    const said = text === '' ? others : text
    return said === '' || said.length > chars ? undefined : said
  }
}

const plain = (value: string): string => (/^(["']).*\1$/.test(value) ? value.slice(1, -1) : value)

/** Chars that naming all that stands at the top of the tree takes. */
export const nameChars = ({ parts, depth, source, label }: Tree): number => {
  let chars = 0
  for (let n = 1; n <= source.lines; n++) if (NAMED.has(parts[n - 1]!) && depth[n - 1]! <= 1) chars += label(n).length + 4
  return chars
}
