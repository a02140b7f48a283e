/** The PostToolUse settings hook: the way to shorten results on versions of Claude Code without mods. Prints nothing when a result stays. */
import { writeSync } from 'node:fs'
import { chars4 } from '../../source/tokens.ts'
import { dietToolResult } from '../diet.ts'
import { keysNamed, retrieves } from '../originals.ts'
import { openProject, type Project, readFull } from '../project.ts'
import { readObject } from '../read-object.ts'
import { asShortRun } from '../short-run.ts'
import { claim } from './claim.ts'
import { formatAnswer, openedBy, type PostToolUse, parsePostToolUse, slotOf, toToolResult } from './events.ts'

const MAX_EVENT = 256 * 1024 * 1024

const write = (text: string): void => {
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

/** What the model reads of an original is charged back in the report. */
const chargeReopened = (event: PostToolUse, project: Project): void => {
  const named = openedBy(event.tool, event.input)
  if (retrieves(named)) return
  const keys = keysNamed(named)
  const tokens = chars4(JSON.stringify(event.response ?? '')) / Math.max(1, keys.length)
  for (const key of keys) {
    project.record({
      decision: 'reopened',
      host: 'claude-code',
      tool: event.tool,
      key,
      tokens: [0, tokens],
      ...(event.sessionId === undefined ? {} : { session: event.sessionId }),
    })
  }
}

/** What replaces the tool's response, in its shape; undefined when it stays. Everything about it is recorded. */
export const replaceOutput = async (event: PostToolUse, project: Project): Promise<unknown> => {
  chargeReopened(event, project)
  const slot = slotOf(event)
  if (slot === undefined) return undefined
  const full = slot.fullPath === undefined ? undefined : readFull(slot.fullPath)
  if (slot.fullPath !== undefined && full === undefined) return undefined
  // The first look at `performance` loads a module for two milliseconds.
  const start = process.hrtime.bigint()
  const outcome = await dietToolResult(toToolResult(event, slot, full), project.tools)
  if (outcome.record !== undefined && claim(project.dir, event.id, Date.now()))
    project.record({ ...outcome.record, ms: Number(process.hrtime.bigint() - start) / 1e6 })
  return outcome.action === 'reduced' ? slot.replace(outcome.text) : undefined
}

/** The answer for an event: JSON, or nothing when the result stays. */
const answer = async (event: PostToolUse, project: Project): Promise<string> => {
  const output = await replaceOutput(event, project)
  return output === undefined ? '' : formatAnswer(output)
}

const parse = (text: string): PostToolUse | undefined => {
  try {
    return parsePostToolUse(JSON.parse(text))
  } catch {
    return undefined
  }
}

let used: string | undefined
/** What the digests of this process were made of, in a word: the same functions serve the same word. */
export const usedFor = (): string | undefined => used

const openHere = (event: PostToolUse | undefined): Project => {
  const project = openProject(process.env.CLAUDE_PROJECT_DIR ?? event?.cwd ?? process.cwd())
  const record: Project['record'] = (facts) => {
    if (facts.kind !== undefined) used = [facts.kind, facts.program].filter((word) => word !== undefined).join(':')
    project.record(facts)
  }
  return { ...project, record }
}

/** Answers the event on standard input. Never throws and always ends with code 0: a host must not feel a fault of ours. */
export const runClaudeCodeHook = async (): Promise<void> => {
  let project: Project | undefined
  try {
    const text = readObject(0, MAX_EVENT)
    const event = parse(text)
    const opened = openHere(event)
    project = opened
    if (event === undefined) opened.record({ decision: 'failed', host: 'claude-code', reason: 'malformed-event' })
    else write(await asShortRun(text.length, () => answer(event, opened)))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'other'
    project?.record({ decision: 'failed', host: 'claude-code', reason })
  }
}
