import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSource } from '../source/source.ts'
import { analyse } from './analysis.ts'
import { classifyLine, READ, ROLE, type Role, roleOf, signalOf } from './line.ts'
import { hintsOf, scan } from './scan.ts'
import { type Labelled, nameOfRole, readLabelled } from './testing.ts'
import { HINT } from './words.ts'

const LABELLED = readLabelled()
const roleNamed = (line: string): string => nameOfRole(roleOf(line, hintsOf(line)))
/** The role as a whole source gives it, by way of shapes, hints and flags. */
const roleInSource = (line: string): string => nameOfRole(analyse(createSource(`${line}\n`)).roles[0] as Role)

/** Lines whose role is none of those that an engineer would accept. */
const wrong = (rows: readonly Labelled[], role: (line: string) => string): string[] =>
  rows.flatMap(({ roles, line }) => {
    const found = role(line)
    return (roles as readonly string[]).includes(found) ? [] : [`${found}, not ${roles.join('/')}: ${line}`]
  })

describe('labelled lines of fixtures/signals', () => {
  const sections = [...new Set(LABELLED.map(({ file, tool }) => `${file} ${tool}`))]

  it.each(sections)('%s', (section) => {
    const rows = LABELLED.filter(({ file, tool }) => `${file} ${tool}` === section)
    expect(rows.length).toBeGreaterThan(0)
    expect(wrong(rows, roleNamed)).toEqual([])
    expect(wrong(rows, roleInSource)).toEqual([])
  })

  it('are many, with each role among them', () => {
    expect(LABELLED.length).toBeGreaterThan(1000)
    expect(Object.keys(ROLE).filter((name) => !LABELLED.some(({ roles }) => roles[0] === name))).toEqual([])
  })

  it('share a role where they share a shape, since a role is judged once per shape', () => {
    const byShape = new Map<string, Labelled[]>()
    for (const row of LABELLED) {
      const { fine, fine2 } = scan(createSource(`${row.line}\n`))
      const key = `${fine[0]} ${fine2[0]}`
      byShape.set(key, [...(byShape.get(key) ?? []), row])
    }
    const torn = [...byShape.values()].filter(
      ([first, ...others]) => !first!.roles.some((role) => others.every(({ roles }) => roles.includes(role))),
    )
    expect(torn.map((rows) => rows.map(({ line }) => line))).toEqual([])
  })

  it('keep their role under indentation and trailing space', () => {
    for (const { line } of LABELLED) expect([line, roleNamed(`    ${line}  `)]).toEqual([line, roleNamed(line)])
  })
})

describe('false alarms', () => {
  const negatives = LABELLED.filter(({ file }) => file === 'negatives.txt')

  it.each(negatives.map(({ line }) => line))('says nothing of a failure: %s', (line) => {
    expect(classifyLine(line)).not.toBe('failure')
    expect(roleNamed(line)).not.toBe('verdict')
  })
})

describe('long lines', () => {
  const padding = 'x '.repeat(READ / 2)

  it('are read up to a bound, and known by their hints behind it', () => {
    const line = `${padding}request failed with an exception`
    expect(hintsOf(line) & HINT.fail).toBe(HINT.fail)
    expect(roleNamed(line)).toBe('weak')
    expect(roleNamed(`${padding}all is well`)).toBe('none')
    /* The same words in front are read as what they are. */
    expect(roleNamed(`request failed with an exception ${padding}`)).toBe('failure')
  })

  it('keep the role that their start gives them', () => {
    expect(roleNamed(`src/cart.ts:12:5 - error TS2322: ${padding} failed`)).toBe('failure')
    expect(roleNamed(`✓ adds tax ${padding} failed`)).toBe('pass')
    expect(roleNamed(`2024-01-02 03:04:05 INFO ${padding} failed`)).toBe('none')
  })

  /** Lines that make a backtracking matcher try again and again. */
  const ADVERSARIAL = [
    'a',
    ' ',
    '1',
    '[',
    ']',
    '(',
    '{',
    '"',
    ':',
    '.',
    '-',
    '=',
    '/',
    '\t',
    '✗',
    '错',
    'error ',
    'failed: ',
    '1 failed, ',
    'a.b',
    '::',
    '[a]',
    'at (',
    'x=1 ',
    'a/b.c:1:1: ',
    'E   ',
    '... ',
    '- ',
    'Error',
    '"a":',
    "'",
    '1 of 2 ',
    'Test ',
    'A0 ',
  ]

  it.each(ADVERSARIAL)('end no matter what they repeat: %j', (unit) => {
    const line = unit.repeat(Math.ceil(1e5 / unit.length))
    const heads = [
      '',
      'error: ',
      '[ERROR] ',
      '{"',
      'FAIL ',
      '==== ',
      '2024-01-02 ',
      'E   ',
      'Tests: ',
      'src/a.ts:1:',
      "thread '",
      '# ',
    ]
    for (const head of heads) {
      const long = head + line
      const hints = hintsOf(long)
      /* Only the first chars and the hints count: whatever follows, the answer is the same. */
      const cut = long.slice(0, READ)
      expect(roleOf(long, hints)).toBe(roleOf(`${cut}${'\u0001'.repeat(50)}`, hints))
      expect(roleOf(cut, hintsOf(cut))).toBeLessThan(16)
    }
  })
})

describe('roleOf', () => {
  it('gives any text a role, the same each time', () => {
    const words = fc.constantFrom(
      'error',
      'ERROR',
      'failed',
      '0',
      '12',
      'tests',
      ':',
      '[',
      ']',
      '✗',
      '✓',
      'a.ts:1:2',
      '-',
      '=',
      '"',
      '{',
      'INFO',
      '错误',
      '…',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc.array(words, { maxLength: 20 }).map((all) => all.join(' ')),
        ),
        (text) => {
          const line = text.replace(/[\r\n]/g, ' ')
          const role = roleOf(line, hintsOf(line))
          expect(Object.values(ROLE)).toContain(role)
          expect(roleOf(line, hintsOf(line))).toBe(role)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has no role for blank lines but noise', () => {
    for (const line of ['', ' ', '\t', '\u00a0']) expect(roleOf(line, hintsOf(line))).toBe(ROLE.noise)
  })

  it('maps each role to a signal', () => {
    expect(signalOf(ROLE.mark)).toBe('failure')
    expect(signalOf(ROLE.thrown)).toBe('failure')
    expect(signalOf(ROLE.reason)).toBe('failure')
    expect(signalOf(ROLE.verdict)).toBe('summary')
    expect(signalOf(ROLE.weak)).toBe('none')
    expect(signalOf(ROLE.library)).toBe('location')
  })
})
