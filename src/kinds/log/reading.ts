/** All that the log kind knows about a source before it decides what to show. */

import type { Ask, Findings } from '../../ladder/candidate.ts'
import type { Plan } from '../../ladder/fit.ts'
import type { Values } from '../../ladder/select.ts'
import { type Analysis, analyse } from '../../signals/analysis.ts'
import { failuresCounted } from '../../signals/counts.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import { HINT } from '../../signals/words.ts'
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import { type Blocks, findBlocks } from './blocks.ts'
import { findPartingWords } from './parting-words.ts'
import type { Profile } from './profiles/profile.ts'
import { applyProfiles, joinFailures, mergeBlocks, nameProfile, type Profiled, reportedIn } from './profiles/profiles.ts'
import { PROFILES } from './profiles/registry.ts'
import { hasStrong, joinServices, type Service, splitServices } from './services.ts'
import { outlivedSteps } from './steps.ts'
import { endsWell } from './tolerated.ts'
import { valuesOf } from './values.ts'

export interface Reading {
  readonly source: Source
  readonly analysis: Analysis
  /** The tools that printed it. */
  readonly profiled: Profiled
  readonly blocks: Blocks
  /** How well each line matches the query, if there is one. */
  readonly relevance: Relevance | undefined
  readonly values: Values
  readonly findings: Findings
  readonly blank: (n: number) => boolean
  /** What is shown of a long line besides its start; without it the parts around words of failure and of the query. */
  readonly excerpts?: Plan['excerpts']
  readonly cap?: Plan['cap']
  /** Which lines may stand for others, where the lines are not what was read. */
  readonly folds?: Plan['folds']
}

/** A failing summary outweighs a passing one, since suites run one after the other; counts that name no failures say neither. */
const reportedBy = (source: Source, { roles, shape, scan: { hints } }: Analysis): Findings['reported'] => {
  if (roles.includes(ROLE.verdict)) return 'failed'
  for (let i = roles.length - 1; i >= 0; i--)
    if (roles[i] === ROLE.summary && ((hints[shape[i]!]! & HINT.pass) !== 0 || failuresCounted(source.body(i + 1).trim()) === 0))
      return 'passed'
  return null
}

/** A word of failure outweighs one of success, whoever reads it; what was tolerated is none at the end. */
const toldBy = (
  source: Source,
  generic: Analysis,
  profiled: Profiled,
  { tolerated, failures }: Blocks,
  ask: Ask,
): Findings['reported'] => {
  if (tolerated.size > 0 && failures.length === 0 && endsWell(source, generic, ask)) return 'passed'
  const outlived = outlivedSteps(source, generic.roles, ask)
  if (generic.roles.some((role, i) => role === ROLE.verdict && outlived?.[i] !== 1)) return 'failed'
  const told = reportedIn(source, profiled)
  return told === 'failed' ? told : (reportedBy(source, profiled.analysis) ?? told)
}

/** A word of success is one part's, and not the run's, where the command failed and failures tell why. */
const reported = (told: Findings['reported'], { failures }: Blocks, { exitCode = 0 }: Ask): Findings['reported'] =>
  told === 'passed' && exitCode !== 0 && failures.length > 0 ? null : told

export const profilesFor = ({ profiles }: Pick<Ask, 'profiles'>): readonly Profile[] => (profiles === false ? [] : PROFILES)

const withPartingWords = (source: Source, analysis: Analysis, blocks: Blocks, ask: Ask): Blocks => {
  const said = blocks.failures.length === 0 ? findPartingWords(source, analysis, ask) : undefined
  return said === undefined ? blocks : { ...blocks, failures: [said], titles: new Set([said.title]) }
}

/** What is found before it is known what a line is worth. */
export interface Found {
  readonly profiled: Profiled
  readonly blocks: Blocks
  readonly told: Findings['reported']
}

const find = (source: Source, ask: Ask, profiles: readonly Profile[]): Found => {
  const generic = analyse(source)
  const profiled = applyProfiles(source, generic, ask, profiles)
  const found = findBlocks(source, profiled.analysis, ask)
  const all = profiled.isQuiet ? found : joinFailures(found, findBlocks(source, generic, ask))
  const blocks = mergeBlocks(source, profiled, all, ask)
  return { profiled, blocks, told: toldBy(source, generic, profiled, blocks, ask) }
}

/** The same where services print between each other's lines. */
const findByService = (source: Source, services: readonly Service[], ask: Ask, profiles: readonly Profile[]): Found => {
  const found = services.map((service) => find(service.source, ask, profiles))
  const strong = hasStrong(found)
  const told = found.map((own, k) =>
    strong && own.blocks.guessed ? find(services[k]!.source, { ...ask, exitCode: undefined }, profiles) : own,
  )
  return joinServices(analyse(source), services, told)
}

export const readLog = (source: Source, ask: Ask, profiles: readonly Profile[] = profilesFor(ask)): Reading => {
  const services = splitServices(source, analyse(source))
  const {
    profiled,
    blocks: found,
    told,
  } = services === undefined ? find(source, ask, profiles) : findByService(source, services, ask, profiles)
  const { analysis } = profiled
  const blocks = withPartingWords(source, analysis, found, ask)
  const relevance = ask.query === undefined ? undefined : createRelevance(ask.query, { lines: source.lines, line: source.body })
  const warnings: number[] = []
  const { roles } = analysis
  for (let i = roles.indexOf(ROLE.warning); i >= 0; i = roles.indexOf(ROLE.warning, i + 1)) warnings.push(i + 1)
  return {
    source,
    analysis,
    profiled,
    blocks,
    relevance,
    values: valuesOf(source, analysis, blocks, relevance),
    findings: {
      failures: blocks.failures,
      loose: blocks.loose,
      warnings,
      profile: nameProfile(profiled, blocks.failures),
      reported: reported(told, blocks, ask),
    },
    blank: (n) => (analysis.scan.flags[n - 1]! & FLAG.blank) !== 0,
  }
}
