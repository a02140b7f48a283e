/** The PostToolUse callback of the Claude Agent SDK: shapes of the SDK in and out, all else is what the settings hook does. */
import { reasonOf } from '../../ledger/entry.ts'
import { parsePostToolUse } from '../claude-code/events.ts'
import { replaceOutput } from '../claude-code/hook.ts'
import { MATCHER } from '../claude-code/matcher.ts'
import { openProject, type Project } from '../project.ts'
import type { Settings } from '../settings.ts'

export interface DietHookOptions {
  /** Where the project is, for its stash and its settings. @default the working directory that the SDK names */
  readonly cwd?: string
  /** `dry` measures and changes nothing. @default what `/diet` set in the project, else `on` */
  readonly mode?: Settings['mode']
  /** Characters that a result must exceed. @default what `/diet` set in the project, else 8000 */
  readonly threshold?: number
  /** Results of commands that contain one of these texts stay whole. @default what `/diet` set in the project */
  readonly keep?: readonly string[]
}

/** An answer of a hook; empty when the result stays as it is. */
export interface DietHookOutput {
  hookSpecificOutput?: { hookEventName: 'PostToolUse'; updatedToolOutput: unknown }
}

/** Fits the `HookCallback` of the SDK. */
export type DietHook = (
  input: unknown,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<DietHookOutput>

export interface DietHookMatcher {
  matcher: string
  hooks: DietHook[]
  /** Seconds. */
  timeout: number
}

const HOST = 'claude-agent-sdk'
const TIMEOUT_SECONDS = 30

const withOptions = (project: Project, { mode, threshold, keep }: DietHookOptions): Project => {
  const settings: Settings = {
    ...project.settings,
    ...(mode === undefined ? {} : { mode }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(keep === undefined ? {} : { keep }),
  }
  const record: Project['record'] = (facts) => project.record({ ...facts, host: HOST })
  return { ...project, settings, record, tools: { ...project.tools, settings } }
}

/**
 * A callback for `options.hooks.PostToolUse`. It replaces long results of Bash, Grep, Glob and MCP tools by digests and saves the originals
 * below `.context-diet/` in the project. It never rejects: when anything goes wrong the result stays, and the ledger says why. The SDK
 * calls it for successful results only.
 */
export const createDietHook = (options: DietHookOptions = {}): DietHook => {
  return async (input, _toolUseId, { signal }) => {
    let project: Project | undefined
    try {
      const event = parsePostToolUse(input)
      if (event === undefined || signal.aborted) return {}
      project = withOptions(openProject(options.cwd ?? event.cwd ?? process.cwd()), options)
      const updatedToolOutput = await replaceOutput(event, project)
      if (updatedToolOutput === undefined || signal.aborted) return {}
      return { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } }
    } catch (error) {
      project?.record({ decision: 'failed', reason: reasonOf(error) })
      return {}
    }
  }
}

/** For `options.hooks` of `query`: the callback with the tools it is for. */
export const dietHooks = (options: DietHookOptions = {}): { PostToolUse: DietHookMatcher[] } => ({
  PostToolUse: [{ matcher: MATCHER, hooks: [createDietHook(options)], timeout: TIMEOUT_SECONDS }],
})
