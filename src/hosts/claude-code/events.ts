/**
 * The wire format of Claude Code's PostToolUse settings hook: one JSON object in, one out. Only successful results come this way; the shapes
 * that the program accepts back were established on the real one.
 */
import { type Fields, isFields } from '../../source/fields.ts'
import type { ToolResult, ToolSort } from '../tool-result.ts'

export interface PostToolUse {
  readonly sessionId: string | undefined
  readonly agentId: string | undefined
  readonly cwd: string | undefined
  readonly tool: string
  /** Names this call. */
  readonly id: string | undefined
  readonly input: Fields
  readonly response: unknown
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Undefined when the value is no PostToolUse event. */
export const parsePostToolUse = (value: unknown): PostToolUse | undefined => {
  if (!isFields(value) || value.hook_event_name !== 'PostToolUse' || typeof value.tool_name !== 'string') return undefined
  return {
    sessionId: textOf(value.session_id),
    agentId: textOf(value.agent_id),
    cwd: textOf(value.cwd),
    tool: value.tool_name,
    id: textOf(value.tool_use_id),
    input: isFields(value.tool_input) ? value.tool_input : {},
    response: value.tool_response,
  }
}

export const sortOf = (tool: string): ToolSort => {
  if (tool === 'Bash') return 'shell'
  if (tool === 'Grep' || tool === 'Glob') return 'search'
  return tool.startsWith('mcp__') ? 'mcp' : 'other'
}

/** The text in a response, and the response with another text in its place. */
export interface Slot {
  readonly text: string
  /** Where the host keeps the complete output, when `text` is only its start. */
  readonly fullPath?: string
  readonly exitCode?: number
  readonly replace: (text: string) => unknown
}

/** A running or interrupted command has no final output, and an image no text. */
const shellSlot = (response: unknown): Slot | undefined => {
  if (!isFields(response) || typeof response.stdout !== 'string') return undefined
  if (response.isImage === true || response.interrupted === true || textOf(response.backgroundTaskId) !== undefined)
    return undefined
  if ((textOf(response.stderr) ?? '') !== '') return undefined
  const { persistedOutputPath, persistedOutputSize: _, ...rest } = response
  // A code such as grep's 1 counts as success and is explained in words.
  const exit = textOf(response.returnCodeInterpretation) === undefined ? { exitCode: 0 } : {}
  return {
    text: response.stdout,
    ...exit,
    ...(typeof persistedOutputPath === 'string' ? { fullPath: persistedOutputPath } : {}),
    // With the path left in, the host would wrap the text as a preview again.
    replace: (stdout) => ({ ...rest, stdout }),
  }
}

const searchSlot = (response: unknown): Slot | undefined => {
  if (!isFields(response)) return undefined
  if (typeof response.content === 'string' && response.content !== '') {
    return { text: response.content, replace: (content) => ({ ...response, content }) }
  }
  const names = response.filenames
  if (!Array.isArray(names) || names.length === 0 || !names.every((name) => typeof name === 'string')) return undefined
  return { text: names.join('\n'), replace: (text) => ({ ...response, filenames: text.split('\n') }) }
}

const isTextBlock = (block: unknown): block is { readonly type: 'text'; readonly text: string } =>
  isFields(block) && block.type === 'text' && typeof block.text === 'string'

/** Content of text blocks only: with an image between them the text alone would not say what was there. */
const mcpSlot = (response: unknown): Slot | undefined => {
  if (typeof response === 'string') return { text: response, replace: (text) => text }
  if (!Array.isArray(response) || response.length === 0 || !response.every(isTextBlock)) return undefined
  return { text: response.map(({ text }) => text).join('\n'), replace: (text) => [{ type: 'text', text }] }
}

const SLOTS: Readonly<Record<ToolSort, (response: unknown) => Slot | undefined>> = {
  shell: shellSlot,
  search: searchSlot,
  mcp: mcpSlot,
  other: () => undefined,
}

export const slotOf = ({ tool, response }: PostToolUse): Slot | undefined => SLOTS[sortOf(tool)](response)

/** The preview that stands in for an output that was moved to a file, and the file. */
const MOVED = /saved to: ([^\n]{1,4096})\n/

export const movedPathIn = (text: string): string | undefined =>
  text.startsWith('<persisted-output>') ? MOVED.exec(text.slice(0, 5000))?.[1]?.trim() : undefined

/** Of a failed command the host keeps the first and the last part, and nothing else anywhere. */
const LOST = /\n\n\.\.\. \[(\d{1,12}) characters truncated\] \.\.\.\n\n/

export const lostIn = (text: string): number | undefined => {
  const found = LOST.exec(text)
  return found === null ? undefined : Number(found[1])
}

/** `text` and `bytes` are the complete output. */
export const toToolResult = (
  event: PostToolUse,
  slot: Slot,
  full: { readonly text: string; readonly bytes: Uint8Array } | undefined,
): ToolResult => ({
  host: 'claude-code',
  tool: event.tool,
  sort: sortOf(event.tool),
  command: textOf(event.input.command),
  text: full?.text ?? slot.text,
  bytes: full?.bytes,
  exitCode: slot.exitCode,
  sessionId: event.sessionId,
  id: event.id,
  agentId: event.agentId,
  moved: full !== undefined,
})

export const formatAnswer = (updatedToolOutput: unknown): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } })

/** The keys of originals that a tool call opens; reads through our own program are charged there. */
export const openedBy = (tool: string, input: Fields): string =>
  tool === 'Read'
    ? (textOf(input.file_path) ?? '')
    : tool === 'Grep'
      ? (textOf(input.path) ?? '')
      : tool === 'Bash'
        ? (textOf(input.command) ?? '')
        : ''
