/** The full ladder: the least lossy presentation of a text that fits the budget and verifies. */

import { log } from '../kinds/log/log.ts'
import { hasFailedStep } from '../kinds/messages.ts'
import { printedReader } from '../kinds/prefixed.ts'
import { type Choice, chooseKind, givenKind, KINDS } from '../kinds/registry.ts'
import type { Kind, Reader } from '../kinds/types.ts'
import { type Ask, NOTHING_FOUND } from '../ladder/candidate.ts'
import { climb } from '../ladder/climb.ts'
import { joinRules, type LineRules } from '../ladder/rules.ts'
import type { Receipt } from '../receipt/types.ts'
import type { OutlineReader } from '../source/code-outline.ts'
import { createSource, type Source } from '../source/source.ts'
import { assertBudget, assertText, DietError } from './errors.ts'
import { type Filter, refusedRules, resolveFilters } from './filters.ts'
import { resolveShared, type SharedOptions } from './options.ts'
import { findProtected, overBudget, type Protection, type ProtectOptions } from './protect.ts'

export interface DigestOptions extends Omit<SharedOptions, 'notes'>, ProtectOptions {
  /** Ceiling in tokens, annotations included. @default 2000 */
  readonly budget?: number | undefined
  /** The command that printed the text. */
  readonly command?: string | undefined
  /** The agent's tool that ran it, for example `Bash`. */
  readonly tool?: string | undefined
  readonly exitCode?: number | undefined
  /** What the reader looks for, in words. */
  readonly query?: string | undefined
  /** Name of a kind, to skip detection. */
  readonly kind?: string | undefined
  /** `verbatim`: no re-encoded forms, only source lines and notes. @default 'auto' */
  readonly mode?: 'auto' | 'verbatim' | undefined
  /** Path of the complete output, for the head. */
  readonly original?: string | undefined
  /** Normalizations of shown lines. @default both on */
  readonly normalize?: { readonly ansi?: boolean; readonly cr?: boolean } | undefined
  /** Filters of the project; see `context-diet/config`. Cost: each pattern on each line. */
  readonly filters?: readonly Filter[] | undefined
  /** @internal For measurements: false reads logs without profiles of tools. */
  readonly profiles?: boolean | undefined
  /** Outlines of code by grammars, from `loadOutlines` of `context-diet/code`. @default a skeleton by lines */
  readonly outlines?: OutlineReader | undefined
}

export interface Digest {
  readonly text: string
  /** False when the text is the source, unchanged. */
  readonly changed: boolean
  readonly receipt: Receipt
  /** Why: kind, what was kept for what reason, what would have come next. One sentence each. */
  readonly explain: () => readonly string[]
}

export const DEFAULT_BUDGET = 2000

const kindNamed = (name: string) => {
  const kind = KINDS.find((one) => one.name === name)
  if (kind === undefined)
    throw new DietError(
      'bad-option',
      `There is no kind ${JSON.stringify(name)}; there are ${KINDS.map((one) => one.name).join(', ')}.`,
    )
  return kind
}

/** A source as its kind reads it, with all that the caller asked for. */
export interface Prepared {
  readonly source: Source
  readonly ask: Ask
  readonly kind: Kind
  readonly why: string
  readonly reader: Reader
  readonly key: string | null
  readonly protection: Protection
}

const NOTHING: Reader = { findings: NOTHING_FOUND, candidates: () => [] }

/** Does the text behind the prefixes tell of a failed step, and the kind that reads it of no failure? */
const misses = ({ source }: Choice, { findings }: Reader): boolean =>
  source.printed !== undefined && findings.failures.length === 0 && findings.reported !== 'failed' && hasFailedStep(source)

/** The reader of the kind that is asked for, or of the likeliest one; what such a kind cannot read is a log. */
const read = (source: Source, ask: Ask, name: string | undefined): Pick<Prepared, 'kind' | 'why' | 'reader'> => {
  const choice = name === undefined ? chooseKind(source, ask) : givenKind(kindNamed(name), source, ask)
  const { kind, detected } = choice
  const why = choice.source === source ? detected.why : `${detected.why}, behind ${source.prefix?.name}`
  if (source.text === '') return { kind, why, reader: NOTHING }
  const reader = kind.read(choice.source, ask)
  const isRead = reader !== undefined && (name !== undefined || !misses(choice, reader))
  if (isRead) return { kind, why, reader: printedReader(choice.source, reader, ask) }
  const instead =
    reader === undefined ? `the text cannot be read as ${kind.name}` : `a step failed that ${kind.name} does not tell of`
  return { kind: log, why: instead, reader: log.read(source, ask) ?? NOTHING }
}

/** `rules` come behind those of the filters. Throws `DietError` for options without a use. */
export const prepare = (source: Source, options: DigestOptions, rules?: LineRules): Prepared => {
  const budget = options.budget ?? DEFAULT_BUDGET
  assertBudget(budget)
  const { count, counter, hash } = resolveShared(options)
  const protection = findProtected(source, options)
  const ask: Ask = {
    budget,
    count,
    counter,
    sourceTokens: count(source.text),
    /* Hosts hand on JSON, where what is absent is null. */
    command: options.command ?? undefined,
    tool: options.tool ?? undefined,
    exitCode: options.exitCode ?? undefined,
    query: options.query ?? undefined,
    protect: protection.lines,
    mode: options.mode ?? 'auto',
    original: options.original,
    normalize: { ansi: options.normalize?.ansi ?? true, cr: options.normalize?.cr ?? true },
    outlines: options.outlines,
    profiles: options.profiles,
    rules: joinRules(options.filters === undefined ? undefined : resolveFilters(source, options.filters, options.command), rules),
  }
  return {
    source,
    ask,
    ...read(source, ask, options.kind),
    key: hash === undefined ? null : hash(source.text).slice(0, 24).toLowerCase(),
    protection,
  }
}

/** The same source verbatim, in another budget and with more rules: what was read is used again where the kind can do that. */
export const withRules = (prepared: Prepared, options: DigestOptions, budget: number, rules: LineRules): Prepared => {
  const { source, kind, reader } = prepared
  if (reader.candidatesFor === undefined) return prepare(source, { ...options, budget, kind: kind.name, mode: 'verbatim' }, rules)
  const ask: Ask = { ...prepared.ask, budget, mode: 'verbatim', rules: joinRules(prepared.ask.rules, rules) }
  return { ...prepared, ask, reader: { findings: reader.findings, candidates: () => reader.candidatesFor?.(ask) ?? [] } }
}

/** Throws `DietError` in protect mode `fail` when the protected lines alone exceed the budget. */
export const publishPrepared = (prepared: Prepared, protectMode: DigestOptions['protectMode']): Digest => {
  const { source, ask, kind, why, reader, key, protection } = prepared
  const { absent } = protection
  const notes = refusedRules(ask.rules, reader.findings)
  const climbed = climb({ source, kind: kind.name, ask, key, absent, notes }, reader.findings, () => reader.candidates())
  const lost = climbed.receipt.protected.missing.length > absent.length
  if (lost && protectMode !== 'partial') throw overBudget(source, protection.lines, ask.budget, ask.count)
  return {
    text: climbed.text,
    changed: climbed.text !== source.text,
    receipt: climbed.receipt,
    explain: () =>
      source.text === ''
        ? ['empty']
        : [`kind ${kind.name}: ${why}`, ...(reader.explain?.() ?? []), ...notes, ...(climbed.candidate?.explain?.() ?? [])],
  }
}

/**
 * Digests a text: unchanged when it fits the budget, otherwise the least lossy form that fits and verifies.
 * Pure and synchronous. Throws `DietError` for options without a use and, in protect mode `fail`, when the protected
 * lines alone exceed the budget.
 */
export const digest = (text: string, options: DigestOptions = {}): Digest => {
  assertText(text)
  return publishPrepared(prepare(createSource(text), options), options.protectMode)
}
