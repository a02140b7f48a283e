/**
 * The mod: shortens tool results inside Claude Code before the model reads them. The program scans this file: no Node modules, `$` only as
 * `$.noun.method(...)`, and `register` declared at the top level of the bundle.
 */
import { captureCommand, isCaptured } from '../../capture.ts'
import { registerCommand, runCommand } from './command.ts'
import { findStash, joinPath, readSettings, sweepStash } from './disk.ts'
import type { Engine, Next, On, Row, Verdict } from './engine.ts'
import { dietBlock, noteFailure } from './results.ts'
import { type Call, createState, putBounded, type State } from './state.ts'

const state: State = createState()

/** Long enough that the end of a failing output is its real end; the program cuts the middle out afterwards. */
const OUTPUT_CHARS = '150000'

async function startSession($: Engine): Promise<void> {
  const env = await $.process.hookEnv()
  // The settings hook of the same plugin stands down for this process, and only for it: nested sessions inherit the variable.
  await $.env.set('CONTEXT_DIET_MOD', env.CLAUDE_PID)
  if ((await $.env.get('BASH_MAX_OUTPUT_LENGTH')) === undefined) await $.env.set('BASH_MAX_OUTPUT_LENGTH', OUTPUT_CHARS)
  state.sessionId = await $.session.id()
  await registerCommand($)
  state.dir = await findStash($)
  void sweepStash($, state.dir, env.CLAUDE_PLUGIN_ROOT ?? '').catch(() => {})
}

const noteCalls = (event: Row): void => {
  for (const { type, id, name, input } of event.message.content) {
    if (type !== 'tool_use' || id === undefined || name === undefined) continue
    putBounded<Call>(state.calls, id, { name, input: input ?? {}, agentId: event.agentId })
  }
}

async function dietRow($: Engine, event: Row): Promise<Row> {
  const content = []
  for (const block of event.message.content)
    content.push(block.type === 'tool_result' ? await dietBlock($, state, event, block) : block)
  const same = content.every((block, at) => block === event.message.content[at])
  return same ? event : { ...event, message: { ...event.message, content } }
}

interface ShellCall {
  readonly tool: string
  readonly tool_use_id?: string
  readonly command: string
  readonly run_in_background?: boolean
}

interface ToolDecision {
  readonly deny?: unknown
  readonly updatedInput?: Readonly<Record<string, unknown>>
}

/** The tool's own arguments, without what the event carries beside them. */
const inputOf = (call: ShellCall): Record<string, unknown> => {
  const { tool: _tool, tool_use_id: _id, ...input } = call
  return input
}

async function captureCall($: Engine, event: ShellCall, decided: ToolDecision): Promise<ToolDecision> {
  const call = state.calls.get(event.tool_use_id ?? '')
  if (call === undefined || decided.updatedInput !== undefined || !isCaptured(event.command, event.run_in_background === true))
    return decided
  const dir = (state.dir ??= await findStash($))
  const settings = await readSettings($, dir)
  if (!settings.capture || settings.mode === 'off') return decided
  const file = joinPath(dir, `.capture-${event.tool_use_id}.txt`)
  const command = captureCommand(event.command, file)
  call.captured = file
  putBounded(state.wrapped, command, event.command)
  return { ...decided, updatedInput: { ...inputOf(event), command } }
}

/** Only a captured command is refused when its permission cannot be checked; it has not run yet. */
const UNCHECKED: Verdict = { decision: 'deny', reason: 'The permission of a captured command could not be checked.' }

interface Check {
  readonly tool: string
  readonly input: { readonly command?: string }
}

/** The permission of a captured command is that of the command which the model wrote; a refusal beneath always wins. */
async function checkCaptured($: Engine, event: Check, next: Next<Check, Verdict>): Promise<Verdict> {
  const original = state.wrapped.get(event.input.command ?? '')
  if (original === undefined) return next(event)
  const beneath = await next(event)
  if (beneath.decision === 'deny') return beneath
  return $.tool.check({ tool: event.tool, input: { ...event.input, command: original } })
}

export function register(on: On): void {
  // A reload of the mod begins anew.
  Object.assign(state, createState())
  on<unknown, unknown>('session.start', async ($, event, next) => {
    await startSession($).catch((error) => $.ui.log(`context-diet: ${String(error)}`, { to: 'debug' }))
    return next(event)
  })
  on<Row, unknown>('session.append', { door: 'response' }, (_engine, event, next) => {
    noteCalls(event)
    return next(event)
  })
  on<Row, unknown>('session.append', { door: 'tool-result' }, async ($, event, next) => next(await dietRow($, event))).catch(
    async ($, event, next) => {
      // Also when it took too long: the row stays as it came, and the report says so.
      await noteFailure($, state, event, next.error?.kind ?? 'other').catch(() => {})
      return next(event)
    },
  )
  on<ShellCall, ToolDecision>('classic.PreToolUse', { tool: 'Bash' }, async ($, event, next) =>
    captureCall($, event, await next(event)),
  ).catch((_engine, event, next) => next(event))
  on<Check, Verdict>('tool.check', { tool: 'Bash' }, ($, event, next) => checkCaptured($, event, next)).catch(
    (_engine, event, next) => (state.wrapped.has(event.input.command ?? '') ? UNCHECKED : next(event)),
  )
  on<{ readonly args: string }, unknown>('command.run', { command: 'diet' }, ($, event) => runCommand($, state, event.args))
}
