/** Lists of names with a count or a note each, written into few chars. */

/** A name, such as a path, and what is said of it. */
export interface Named {
  readonly name: string
  /** `12`, `+3 -1`. */
  readonly note: string
}

const written = ({ name, note }: Named): string => (note === '' ? name : `${name} ${note}`)

/** `a.ts 12, b.ts 4`; undefined when that takes more than `chars` chars. */
export const listNames = (named: readonly Named[], chars: number): string | undefined => {
  let length = -2
  for (const { name, note } of named) {
    length += name.length + note.length + (note === '' ? 2 : 3)
    if (length > chars) return undefined
  }
  return named.map(written).join(', ')
}

/** Length of the directory of a path, with its separator. */
export const dirLength = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1

/** Neighbours of one directory, the directory once: `src/{a.ts 12, b.ts 4}, lib/c.ts 1`. */
export const groupNames = (named: readonly Named[]): string[] => {
  const groups: string[] = []
  for (let i = 0; i < named.length; ) {
    const { name } = named[i]!
    const at = dirLength(name)
    const dir = name.slice(0, at)
    let to = i + 1
    while (to < named.length && dirLength(named[to]!.name) === at && named[to]!.name.startsWith(dir)) to++
    const inner = named.slice(i, to).map((one) => written({ name: one.name.slice(at), note: one.note }))
    groups.push(at < 2 || to - i < 2 ? named.slice(i, to).map(written).join(', ') : `${dir}{${inner.join(', ')}}`)
    i = to
  }
  return groups
}

/** As many of the first names as fit, with shared directories once, and how many more there are. */
export const someNames = (named: readonly Named[], chars: number): string | undefined => {
  const most = `, ${named.length} more`.length
  let length = 0
  let count = 0
  let previous = ''
  for (; count < named.length; count++) {
    const one = named[count]!
    const at = dirLength(one.name)
    const dir = one.name.slice(0, at)
    length += written(one).length + 2 + (dir !== '' && dir === previous ? -at : dir === '' ? 0 : 2)
    if (length + (count + 1 < named.length ? most : 0) > chars) break
    previous = dir
  }
  if (count === 0) return undefined
  const list = groupNames(named.slice(0, count)).join(', ')
  return count === named.length ? list : `${list}, ${named.length - count} more`
}

/** All names with their notes, shared directories once where they do not fit in full; undefined when that is too long. */
export const fitAll = (named: readonly Named[], chars: number): string | undefined => {
  const full = listNames(named, chars)
  if (full !== undefined) return full
  const some = someNames(named, chars)
  return some?.endsWith(' more') === true ? undefined : some
}

/**
 * All names where they fit into `chars` chars: with shared directories once where they do not fit in full, without notes where
 * even that is too long; else the first ones and how many more there are. Undefined when not one name fits.
 */
export const fitNames = (named: readonly Named[], chars: number): string | undefined => {
  const all = fitAll(named, chars)
  if (all !== undefined) return all
  const bare = named.map(({ name }) => ({ name, note: '' }))
  return listNames(bare, chars) ?? someNames(bare, chars)
}
