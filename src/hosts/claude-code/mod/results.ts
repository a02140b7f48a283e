/** One tool-result row: what it says, what becomes of it, and the record of that. */
import { type LedgerRecord, reasonOf } from '../../../ledger/entry.ts'
import { parseLedger } from '../../../ledger/parse.ts'
import { chars4 } from '../../../source/tokens.ts'
import { dietToolResult } from '../../diet.ts'
import type { Earlier } from '../../earlier.ts'
import { keysNamed, retrieves } from '../../originals.ts'
import { createHistory, type History } from '../../reopened.ts'
import { MIN_THRESHOLD, type Settings } from '../../settings.ts'
import type { Outcome, ToolResult } from '../../tool-result.ts'
import { openedBy, sortOf } from '../events.ts'
import {
  appendRecord,
  findStash,
  joinPath,
  keyOf,
  readBytes,
  readLedgerText,
  readProjectFilters,
  readSettings,
  readText,
  removeFile,
  saveOriginal,
} from './disk.ts'
import type { Block, Engine, Row } from './engine.ts'
import { type Call, remember, type State } from './state.ts'
import { type RowText, readRowText, unwrapBlocks, withText } from './texts.ts'

/** The complete output, where there is more of it than the row shows. */
interface Full {
  readonly text: string
  readonly bytes?: Uint8Array
  /** To copy when it is saved as it is. */
  readonly file?: string
  readonly moved: boolean
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

async function readMoved($: Engine, path: string): Promise<Full> {
  const bytes = await readBytes($, path)
  const text = decode(bytes)
  const inner = path.endsWith('.json') ? unwrapBlocks(text) : undefined
  return inner === undefined ? { text, bytes, file: path, moved: true } : { text: inner, moved: true }
}

/** A captured output counts only when it begins as the row does: a file of another run must never stand in. */
const agrees = (captured: string, row: RowText): boolean => {
  const start = row.text.slice(0, 200).trimEnd()
  return (
    row.movedTo !== undefined ||
    captured
      .slice(0, 400)
      .trimEnd()
      .startsWith(start.slice(0, Math.min(start.length, captured.length)))
  )
}

async function readFull($: Engine, call: Call | undefined, row: RowText): Promise<Full | undefined> {
  if (call?.captured !== undefined) {
    const captured = await readText($, call.captured).catch(() => '')
    if (captured !== '' && agrees(captured, row)) {
      return { text: captured, file: call.captured, moved: row.movedTo !== undefined || row.lost !== undefined }
    }
  }
  return row.movedTo === undefined ? undefined : readMoved($, row.movedTo)
}

const toToolResult = (state: State, tool: string, call: Call | undefined, row: RowText, full: Full | undefined): ToolResult => ({
  host: 'claude-code',
  tool,
  sort: sortOf(tool),
  command: typeof call?.input.command === 'string' ? call.input.command : undefined,
  text: full?.text ?? row.text,
  bytes: full?.bytes,
  exitCode: row.exitCode,
  sessionId: state.sessionId,
  agentId: call?.agentId,
  moved: full?.moved,
  lost: full === undefined ? row.lost : undefined,
})

async function recordDecision($: Engine, state: State, dir: string, entry: LedgerRecord): Promise<void> {
  const written = await appendRecord($, dir, entry, Date.now()).catch(() => false)
  state.history?.add(entry)
  // A stash that cannot be written has no ledger either; what went wrong is kept where the report finds it.
  if (entry.decision === 'failed' || !written) {
    state.lastError = { time: Date.now(), reason: entry.decision === 'failed' ? (entry.reason ?? 'other') : 'ledger-not-written' }
    await $.store.set('lastError', state.lastError).catch(() => {})
  }
}

/** What the model reads of an original is charged back; our own program charges its reads itself. */
async function chargeReopened(
  $: Engine,
  state: State,
  dir: string,
  tool: string,
  call: Call | undefined,
  text: string,
): Promise<void> {
  if (call === undefined) return
  const named = openedBy(tool, call.input)
  if (retrieves(named)) return
  const keys = keysNamed(named)
  for (const key of keys) {
    state.reopened++
    const tokens: readonly [number, number] = [0, chars4(text) / keys.length]
    await recordDecision($, state, dir, {
      decision: 'reopened',
      host: 'claude-code',
      tool,
      key,
      tokens,
      ...(state.sessionId === undefined ? {} : { session: state.sessionId }),
    })
  }
}

async function getHistory($: Engine, state: State, dir: string): Promise<History> {
  return (state.history ??= createHistory(parseLedger(await readLedgerText($, dir)).entries))
}

/** An original that is gone or was changed is none. */
async function readEarlier($: Engine, state: State, dir: string, call: string): Promise<Earlier | undefined> {
  const key = (await getHistory($, state, dir)).latestOf(call)
  if (key === undefined) return undefined
  const path = joinPath(dir, `${key}.txt`)
  const bytes = await readBytes($, path)
  return (await keyOf(bytes)) === key ? { text: decode(bytes), path } : undefined
}

async function dietRowText(
  $: Engine,
  state: State,
  settings: Settings,
  dir: string,
  result: ToolResult,
  full: Full | undefined,
): Promise<Outcome> {
  return dietToolResult(result, {
    settings,
    history: () => getHistory($, state, dir),
    earlier: (call) => readEarlier($, state, dir, call),
    keyOf,
    filters: () => readProjectFilters($, dir),
    pathOf: (key) => joinPath(dir, `${key}.txt`),
    save: (content, key) =>
      saveOriginal(
        $,
        dir,
        key,
        typeof content === 'string' || full?.file === undefined ? { text: full?.text ?? result.text } : { file: full.file },
      ),
  })
}

const BIG_TOKENS = 20_000

const formatCount = (tokens: number): string => (tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`)

function showSaved($: Engine, state: State, outcome: Outcome): void {
  if (outcome.action !== 'reduced') return
  const [before, after] = outcome.record.tokens ?? [0, 0]
  const saved = before - after
  state.saved += saved
  state.cuts++
  const reopened = state.reopened === 0 ? '' : `, ${state.reopened} reopened`
  $.ui.status(`diet: ${formatCount(state.saved)} tokens saved, ${state.cuts} ${state.cuts === 1 ? 'cut' : 'cuts'}${reopened}`)
  if (state.cuts === 1)
    $.ui.toast(
      `Context Diet shortened its first output: ${formatCount(before)} -> ${formatCount(after)} tokens. /diet tells more.`,
    )
  else if (saved >= BIG_TOKENS) $.ui.toast(`Context Diet: ${formatCount(before)} -> ${formatCount(after)} tokens.`)
}

async function dietText(
  $: Engine,
  state: State,
  dir: string,
  tool: string,
  call: Call | undefined,
  row: RowText,
): Promise<string | undefined> {
  const settings = await readSettings($, dir)
  const start = performance.now()
  const full = settings.mode === 'off' ? undefined : await readFull($, call, row)
  const outcome = await dietRowText($, state, settings, dir, toToolResult(state, tool, call, row, full), full)
  remember(state, { tool, command: call?.input.command, chars: full?.text.length ?? row.text.length, outcome })
  if (outcome.record !== undefined) await recordDecision($, state, dir, { ...outcome.record, ms: performance.now() - start })
  showSaved($, state, outcome)
  return outcome.action === 'reduced' ? row.prefix + outcome.text : undefined
}

/** A failure that the program tells of: the mod threw, or ran out of its time. */
export async function noteFailure($: Engine, state: State, event: Row, reason: string): Promise<void> {
  const dir = state.dir ?? (await findStash($))
  const tool = event.origin.tool ?? 'unknown'
  await recordDecision($, state, dir, { decision: 'failed', host: 'claude-code', tool, reason: `mod-${reason}` })
}

/** The block to keep; the same block when it stays, also when anything of ours goes wrong. */
export async function dietBlock($: Engine, state: State, event: Row, block: Block): Promise<Block> {
  const call = block.tool_use_id === undefined ? undefined : state.calls.get(block.tool_use_id)
  const tool = call?.name ?? event.origin.tool ?? 'unknown'
  const row = readRowText(block, tool === 'Bash')
  if (row === undefined) return block
  let dir: string | undefined
  try {
    dir = state.dir ??= await findStash($)
    await chargeReopened($, state, dir, tool, call, row.text)
    const isSmall = row.text.length <= MIN_THRESHOLD && row.movedTo === undefined
    const text = sortOf(tool) === 'other' || isSmall ? undefined : await dietText($, state, dir, tool, call, row)
    return text === undefined ? block : withText(block, text)
  } catch (error) {
    const failure: LedgerRecord = { decision: 'failed', host: 'claude-code', tool, reason: reasonOf(error) }
    if (dir !== undefined) await recordDecision($, state, dir, failure).catch(() => {})
    return block
  } finally {
    if (call?.captured !== undefined) await removeFile($, call.captured).catch(() => {})
  }
}
