/** The one function that diets a tool result for every host. What it needs from outside (a hash, a place for the original) is handed in. */
import { type LedgerRecord, programOf, reasonOf } from '../ledger/entry.ts'
import { utf8Bytes } from '../receipt/accounting.ts'
import { chars4 } from '../source/tokens.ts'
import { type Digest, digest } from '../verbs/digest.ts'
import type { Filter } from '../verbs/filters.ts'
import { digestRerun } from '../verbs/rerun.ts'
import { callOf, type Earlier } from './earlier.ts'
import { whyLeave } from './leave.ts'
import { isProse } from './prose.ts'
import type { History } from './reopened.ts'
import type { Settings } from './settings.ts'
import type { Outcome, Reason, ToolResult } from './tool-result.ts'

export interface DietTools {
  readonly settings: Settings
  /** Read only for results above the threshold. */
  readonly history: () => History | Promise<History>
  /** The stash key of a text's exact bytes. */
  readonly keyOf: (content: string | Uint8Array) => string | Promise<string>
  /** Where `save` will put the original with this key. */
  readonly pathOf: (key: string) => string
  /** Keeps the original and reads it back; throws when that fails. */
  readonly save: (content: string | Uint8Array, key: string) => unknown
  /** The filters of the project; asked only for results above the threshold. When it throws, the digest is made without them and says so in `explain`. */
  readonly filters?: () => readonly Filter[] | Promise<readonly Filter[]>
  /** The latest output with this `callOf` whose original is still there, proven by its key. Where it throws, there is none. */
  readonly earlier?: (call: string, use?: string) => Earlier | undefined | Promise<Earlier | undefined>
}

const CHARS_PER_TOKEN = 4
const MIN_TARGET = 2000
const MOVED_TARGET = 3000
/** Room for what is said about a text that the host has cut. */
const LOST_NOTE = 200

/** Characters that a digest may have. */
export const targetOf = (settings: Settings, result: Pick<ToolResult, 'moved'>): number =>
  result.moved === true ? MOVED_TARGET : Math.max(MIN_TARGET, Math.floor(settings.threshold / 2))

/** The head says where the output is, but a text that the host cut is not the complete output. */
const sayLost = (text: string, lost: number, path: string): string => {
  const end = text.indexOf('\n')
  const head = end < 0 ? text : text.slice(0, end)
  return `${head} as received, the host cut ${lost} chars out of its middle: ${path}${text.slice(head.length)}`
}

/** Re-encoded forms are for data; of a log a model reads lines better than codes, and finding codes costs a multiple of all else. */
const modeFor = ({ text, sort }: ToolResult): 'auto' | 'verbatim' =>
  sort === 'mcp' || /^\s*[[{]/.test(text.slice(0, 200)) ? 'auto' : 'verbatim'

interface Known {
  readonly filters: readonly Filter[]
  readonly earlier: Earlier | undefined
  readonly key: string
  readonly path: string
}

const reduce = (result: ToolResult, settings: Settings, { filters, earlier, key, path }: Known): Digest => {
  const { text, command, tool, exitCode, lost } = result
  const target = targetOf(settings, result) - (lost === undefined ? 0 : LOST_NOTE + path.length)
  const options = {
    budget: Math.max(100, Math.floor(target / CHARS_PER_TOKEN)),
    command,
    tool,
    exitCode,
    mode: modeFor(result),
    filters: filters.length === 0 ? undefined : filters,
    hash: () => key,
    original: lost === undefined ? path : undefined,
  }
  const reduced =
    earlier === undefined ? digest(text, options) : digestRerun(text, earlier.text, { ...options, earlierOriginal: earlier.path })
  return lost === undefined || !reduced.changed ? reduced : { ...reduced, text: sayLost(reduced.text, lost, path) }
}

const baseRecord = ({ host, tool, command, sessionId }: ToolResult) => ({
  host,
  tool,
  ...(sessionId === undefined ? {} : { session: sessionId }),
  ...(command === undefined ? {} : { program: programOf(command) ?? 'other' }),
})

const unchanged = (result: ToolResult, reason: Reason, explain: readonly string[] = []): Outcome => {
  const tokens = chars4(result.text)
  const silent = ['below-threshold', 'off', 'own-tool', 'not-a-listed-tool'].includes(reason)
  const record: LedgerRecord = { ...baseRecord(result), decision: 'unchanged', reason, tokens: [tokens, tokens] }
  return { action: 'unchanged', reason, explain, ...(silent ? {} : { record }) }
}

/** An MCP server that talks to people in sentences is left alone; a log in which failures were found is no talk. */
const isTalk = ({ sort, text }: ToolResult, { receipt }: Digest): boolean => {
  if (sort !== 'mcp') return false
  return receipt.kind === 'prose' || (receipt.kind === 'log' && receipt.findings.failures.total === 0 && isProse(text))
}

/** A project's broken file is no reason to let an output through whole. */
const readFilters = async ({
  filters,
}: DietTools): Promise<{ readonly filters: readonly Filter[]; readonly notes: readonly string[] }> => {
  try {
    return { filters: (await filters?.()) ?? [], notes: [] }
  } catch (error) {
    return { filters: [], notes: [`filters are not used: ${error instanceof Error ? error.message : String(error)}`] }
  }
}

/** A comparison reads both texts and costs about three digests. */
const MAX_COMPARED = 4_000_000

/** What the host cut is not what the command printed, so that nothing can be said of what is new in it. */
const findEarlier = async (
  { text, lost, id }: ToolResult,
  call: string | undefined,
  { earlier }: DietTools,
): Promise<Earlier | undefined> => {
  if (earlier === undefined || call === undefined || lost !== undefined || text.length > MAX_COMPARED) return undefined
  try {
    const found = await earlier(call, id)
    return found !== undefined && found.text.length <= MAX_COMPARED ? found : undefined
  } catch {
    return undefined
  }
}

const attempt = async (result: ToolResult, tools: DietTools): Promise<Outcome> => {
  const { settings } = tools
  const early = whyLeave(result, settings, false)
  if (early !== undefined) return unchanged(result, early)
  const base = baseRecord(result)
  const often = (await tools.history()).isOften(result.tool, base.program)
  const late = often ? whyLeave(result, settings, true) : undefined
  if (late !== undefined) return unchanged(result, late)
  const content = result.bytes ?? result.text
  const key = await tools.keyOf(content)
  const path = tools.pathOf(key)
  const { filters, notes } = await readFilters(tools)
  const call = await callOf(result, tools.keyOf)
  const earlier = await findEarlier(result, call, tools)
  const reduced = reduce(result, settings, { filters, earlier, key, path })
  const explain = [...notes, ...reduced.explain()]
  if (!reduced.changed || reduced.text.length >= result.text.length) return unchanged(result, 'no-gain', explain)
  if (isTalk(result, reduced)) return unchanged(result, 'prose', explain)
  const tokens = [chars4(result.text), chars4(reduced.text)] as const
  const bytes = [result.bytes?.length ?? utf8Bytes(result.text), utf8Bytes(reduced.text)] as const
  const sizes = { key, kind: reduced.receipt.kind, tokens, bytes }
  if (settings.mode === 'dry') {
    return { action: 'unchanged', reason: 'dry', explain, record: { ...base, ...sizes, decision: 'unchanged', reason: 'dry' } }
  }
  await tools.save(content, key)
  const record: LedgerRecord = {
    ...base,
    ...sizes,
    ...(call === undefined ? {} : { call, ...(result.id === undefined ? {} : { use: result.id }) }),
    decision: 'reduced',
  }
  return { action: 'reduced', text: reduced.text, key, path, explain, record }
}

/** Never rejects: whatever goes wrong, the host's text stands, and the outcome says why. */
export const dietToolResult = async (result: ToolResult, tools: DietTools): Promise<Outcome> => {
  try {
    return await attempt(result, tools)
  } catch (error) {
    const tokens = chars4(result.text)
    return {
      action: 'failed',
      message: error instanceof Error ? error.message : String(error),
      record: { ...baseRecord(result), decision: 'failed', reason: reasonOf(error), tokens: [tokens, tokens] },
    }
  }
}
