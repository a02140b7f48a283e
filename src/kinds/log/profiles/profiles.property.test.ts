/** Whatever profiles say, no failure that the generic engine finds is lost. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../ladder/candidate.ts'
import { ROLE, type Role } from '../../../signals/line.ts'
import { createSource } from '../../../source/source.ts'
import { prepare } from '../../../verbs/digest.ts'
import { readLog } from '../reading.ts'
import type { Profile, RoleName } from './profile.ts'
import { withProfileRules } from './profiles.ts'
import { raise } from './refine.ts'
import { PROFILES } from './registry.ts'

const fixtures = fileURLToPath(new URL('../../../../fixtures', import.meta.url))
const texts = ['log', 'tool-runs'].flatMap((kind) =>
  readdirSync(join(fixtures, kind)).flatMap((name) =>
    ['input.txt', 'output.txt']
      .map((file) => join(fixtures, kind, name, file))
      .filter(existsSync)
      .map((file) => readFileSync(file, 'utf8')),
  ),
)
const lines = texts.flatMap((text) => text.split('\n').filter((line) => line.trim() !== '')).filter((_, i) => i % 7 === 0)

const anyLine = fc.oneof(
  { weight: 6, arbitrary: fc.nat(lines.length - 1).map((i) => lines[i]!) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constant('') },
)
const anyText = fc.array(anyLine, { maxLength: 60 }).map((list) => `${list.join('\n')}\n`)

const NAMES = Object.keys(ROLE) as RoleName[]
const PATTERNS = [/./, /^\w/, /error/i, /fail/i, /\d/, /^at /, /:$/, /^\S+$/, /test/, /^[^\w\s]/]
const anyPattern = fc.constantFrom(...PATTERNS)
/** Profiles that are sure of themselves and wrong. */
const wrongProfile: fc.Arbitrary<Profile> = fc.record({
  name: fc.constantFrom('a', 'b'),
  commands: fc.constant([]),
  signs: fc.constant([/./]),
  roles: fc.array(fc.tuple(fc.constantFrom(...NAMES), anyPattern), { maxLength: 4 }),
  parts: fc.array(fc.tuple(fc.constantFrom('above', 'below', 'run'), anyPattern), { maxLength: 2 }),
  inside: fc.array(fc.record({ of: fc.constantFrom('above', 'below'), start: anyPattern, end: anyPattern }), { maxLength: 1 }),
  same: fc.constantFrom([], [/^(\S+)/], [/(\w+)$/]),
  each: fc.array(anyPattern, { maxLength: 1 }),
  alone: fc.array(anyPattern, { maxLength: 1 }),
  filter: fc.record({ drop: fc.array(anyPattern, { maxLength: 1 }), keep: fc.array(anyPattern, { maxLength: 1 }) }),
}) as fc.Arbitrary<Profile>
const anyProfiles = fc.oneof(fc.constant(PROFILES), fc.array(wrongProfile, { minLength: 1, maxLength: 3 }))
const anyExit = fc.constantFrom(undefined, 0, 1)

const linesOf = (failures: readonly Failure[]): number[] => failures.flatMap(({ title, also }) => [title, ...also])

const FAILING = new Set<number>([ROLE.mark, ROLE.failure, ROLE.thrown])

describe('profiles', () => {
  it('tell every line that is told as a failure without them, but for guesses where nothing failed by its structure, and at least one failure where there was one', () => {
    fc.assert(
      fc.property(anyText, anyProfiles, anyExit, (text, profiles, exitCode) => {
        const source = createSource(text)
        const { ask } = prepare(source, { budget: 200, exitCode })
        const without = readLog(source, ask, [])
        const withThem = readLog(source, ask, profiles)
        const told = new Set([...linesOf(withThem.blocks.failures), ...withThem.blocks.parents])
        if (!without.blocks.guessed) expect(linesOf(without.blocks.failures).filter((n) => !told.has(n))).toEqual([])
        if (without.blocks.failures.length > 0) expect(withThem.blocks.failures.length).toBeGreaterThan(0)
        if (without.findings.reported === 'failed') expect(withThem.findings.reported).toBe('failed')
        const titles = withThem.blocks.failures.map(({ title }) => title)
        expect(titles).toEqual([...titles].sort((a, b) => a - b))
        expect(new Set(linesOf(withThem.blocks.failures)).size).toBe(linesOf(withThem.blocks.failures).length)
      }),
      { numRuns: Number(process.env.DIET_RUNS ?? 200) },
    )
  })

  it('lower no role that tells of a failure', () => {
    for (const from of Object.values(ROLE) as Role[])
      for (const to of Object.values(ROLE) as Role[]) {
        const role = raise(from, to)
        if (FAILING.has(from)) expect(role).toBe(from)
        if (from === ROLE.verdict) expect(role === from || FAILING.has(role)).toBe(true)
      }
  })

  it('are applied as filters are: what a project keeps, no profile drops', () => {
    const source = createSource(`${Array.from({ length: 200 }, (_, i) => `step ${i} of the plan`).join('\n')}\nkeep me\n`)
    const { ask } = prepare(source, { budget: 60 })
    const profile: Profile = { name: 'a', commands: [], signs: [/^step/], filter: { drop: [/^keep/] } }
    const { profiled, findings } = readLog(source, ask, [profile])
    expect(findings.profile).toBe('a')
    expect(withProfileRules(source, profiled, undefined)?.drop).toEqual([201])
    const own = { keep: [201], drop: [3], protect: [], fold: [] }
    expect(withProfileRules(source, profiled, own)).toMatchObject({ keep: [201], drop: [3] })
  })
})
