/** Patterns of profiles take time linear in what they see of a line: checked by their form, and once on hostile lines. */
import { expect, it } from 'vitest'
import { READ } from '../../../signals/line.ts'
import { type Profile, shownTo } from './profile.ts'
import { PROFILES } from './registry.ts'

const patternsOf = ({
  signs,
  hints = [],
  roles = [],
  parts = [],
  inside = [],
  same = [],
  each = [],
  alone = [],
  filter = {},
}: Profile): RegExp[] => [
  ...signs,
  ...hints,
  ...roles.map(([, line]) => line),
  ...parts.map(([, line]) => line),
  ...inside.flatMap(({ start, end }) => [start, end]),
  ...same,
  ...each,
  ...alone,
  ...[filter.keep, filter.drop, filter.protect, filter.fold].flatMap((list) => list ?? []),
  ...(filter.blocks ?? []).flatMap(({ start, end }) => (end === undefined ? [start] : [start, end])),
]
const all = PROFILES.flatMap((profile) => patternsOf(profile).map((pattern) => ({ name: `${profile.name} ${pattern}`, pattern })))

interface Atom {
  /** Chars that one repetition may begin with or consist of, of the first 256 and some others. */
  readonly chars: ReadonlySet<string>
  readonly min: number
  readonly unbounded: boolean
  /** Of a group: its ways. */
  readonly ways: readonly (readonly Atom[])[]
  /** How it stands in the pattern. */
  readonly source: string
}

const ALPHABET = [...Array.from({ length: 256 }, (_, c) => String.fromCharCode(c)), '─', '━', '⎯', '✓', '✘', '│', '›']
const charsOf = (source: string): ReadonlySet<string> => {
  const one = new RegExp(`^(?:${source})$`, 'su')
  return new Set(ALPHABET.filter((c) => one.test(c)))
}

/** Reads a pattern as far as its quantifiers need it. */
const parse = (source: string): readonly (readonly Atom[])[] => {
  let at = 0
  const ways = (): Atom[][] => {
    const found: Atom[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at++
        found.push([])
      } else found.at(-1)!.push(atom())
    }
    return found
  }
  const atom = (): Atom => {
    const from = at
    let inner: Atom[][] = []
    let chars: ReadonlySet<string> = new Set()
    if (source[at] === '(') {
      const lead = /^\((?:\?(?:[:=!]|<[=!]))?/.exec(source.slice(at))![0]
      at += lead.length
      inner = ways()
      at++
      chars = new Set(inner.flatMap((way) => way.flatMap((one) => [...one.chars])))
    } else {
      if (source[at] === '[') {
        at++
        while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1
        at++
      } else if (source[at] === '\\') at += source[at + 1] === 'x' ? 4 : 2
      else at++
      const text = source.slice(from, at)
      chars = /^(?:\^|\$|\\b|\\B)$/.test(text) ? new Set() : charsOf(text)
    }
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at))
    at += quantifier?.[0].length ?? 0
    const [text, least, comma, most] = quantifier ?? ['']
    const star = text.startsWith('*')
    const unbounded = star || text.startsWith('+') || (comma === ',' && most === '')
    const min = star || text.startsWith('?') ? 0 : least === undefined ? 1 : Number(least)
    return { chars, min, unbounded, ways: inner, source: source.slice(from, at) }
  }
  return ways()
}

/** What may take more than linear time: nested unbounded quantifiers, and two that can share a stretch of text. */
const faults = (ways: readonly (readonly Atom[])[], outer = false): string[] =>
  ways.flatMap((way) =>
    way.flatMap((one, i) => {
      const own = one.unbounded && outer ? [`nested: ${one.source}`] : []
      const inner = faults(one.ways, outer || one.unbounded)
      if (!one.unbounded) return [...own, ...inner]
      const shared: string[] = []
      for (let j = i + 1; j < way.length; j++) {
        const next = way[j]!
        const overlaps = [...next.chars].some((c) => one.chars.has(c))
        if (next.unbounded && overlaps) shared.push(`adjacent: ${one.source} ${next.source}`)
        /* A part that must be there and has no char of the first one keeps them apart. */
        if (next.min > 0 && next.chars.size > 0 && !overlaps) break
        if (next.min > 0 && next.ways.length === 0 && overlaps) break
      }
      return [...own, ...inner, ...shared]
    }),
  )

it('the check itself finds what it is for', () => {
  expect(faults(parse('(?:a+)+b'))).not.toEqual([])
  expect(faults(parse('^\\s*\\s+x'))).not.toEqual([])
  expect(faults(parse('^a*(?:,)?a*$'))).not.toEqual([])
  expect(faults(parse('^\\d+:\\d+ [a-z]+$'))).toEqual([])
})

it('no pattern nests unbounded quantifiers or has two that share a stretch', () => {
  expect(all.flatMap(({ name, pattern }) => faults(parse(pattern.source)).map((fault) => `${name}: ${fault}`))).toEqual([])
})

it('no pattern has a bar outside of a group, which would hide its first char', () => {
  expect(all.filter(({ pattern }) => parse(pattern.source).length > 1).map(({ name }) => name)).toEqual([])
})

it('patterns have no state and decide by no digit but a lone 0', () => {
  expect(all.filter(({ pattern }) => /[gy]/.test(pattern.flags)).map(({ name }) => name)).toEqual([])
})

it('lines of 100,000 chars are seen by their first chars only, and take every pattern once', () => {
  const units = [
    'a',
    ' ',
    '\t',
    '1',
    '/',
    '.',
    '-',
    '=',
    '"',
    '(',
    '[',
    '─',
    '✘ ',
    'error: ',
    'a.b:1:2: ',
    '0x1 in ',
    'at x.y(',
    '| ',
    '==1== ',
  ]
  for (const unit of units) {
    const line = unit.repeat(Math.ceil(1e5 / unit.length))
    const seen = shownTo(line)
    expect(seen.length).toBeLessThanOrEqual(READ)
    for (const { pattern } of all) pattern.test(seen)
  }
})
