/** What is never reduced (DESIGN section 9). Pure. */
import { MARK } from '../receipt/notes.ts'
import { readsOriginals } from './originals.ts'
import type { Settings } from './settings.ts'
import type { Reason, ToolResult } from './tool-result.ts'

const HEAD_LINES = 20
const HEAD = /^\[diet\] \d+ -> \d+ lines?, /

/** Whether one of the first lines is the head of a digest: what was reduced once stays as it is. */
export const carriesHead = (text: string): boolean => {
  for (let at = 0, n = 0; n < HEAD_LINES && at >= 0 && at < text.length; n++) {
    if (text.startsWith(MARK, at) && HEAD.test(text.slice(at, at + 80))) return true
    const end = text.indexOf('\n', at)
    at = end < 0 ? -1 : end + 1
  }
  return false
}

const OWN_TOOL = /^mcp__.*__diet_\w+$/

/** Formats that an agent asks for when a program will read the output. */
const MACHINE =
  /(?:^|\s)(?:--porcelain\b|--json\b|--null\b|-print0\b|-o[ =]?json\b|--(?:output|format|reporter|message-format)[ =]["']?(?:json|yaml|csv|tsv|xml|ndjson)\b)/

export const asksForMachineFormat = (command: string): boolean => MACHINE.test(command)

const DIET_OFF = /#\s*diet:off\b/

const nameOf = ({ tool, command }: ToolResult): string => command ?? tool

/** Everything but the size: why this result must not be reduced, whatever its text says; undefined when it may be. */
const whyNotThisTool = (result: ToolResult, settings: Settings): Reason | undefined => {
  const { command, tool, sort } = result
  if (settings.mode === 'off') return 'off'
  if (OWN_TOOL.test(tool)) return 'own-tool'
  if (sort === 'other') return 'not-a-listed-tool'
  if (command !== undefined && readsOriginals(command)) return 'reads-original'
  if (command !== undefined && DIET_OFF.test(command)) return 'diet-off'
  if (settings.keep.some((text) => nameOf(result).includes(text))) return 'kept'
  return undefined
}

/** `often`: this command's digests were often not enough, so it is cut only when it is twice as long. */
export const whyLeave = (result: ToolResult, settings: Settings, often: boolean): Reason | undefined => {
  const { text, moved, lost, command } = result
  const reason = whyNotThisTool(result, settings)
  if (reason !== undefined) return reason
  // A preview of a moved output is shorter than the threshold, but the model would read the file.
  if (text.length <= settings.threshold) return 'below-threshold'
  if (carriesHead(text)) return 'already-digest'
  if (often && text.length <= 2 * settings.threshold) return 'often-reopened'
  // What the host cuts is of no use to a program any more.
  const spoilt = moved === true || lost !== undefined
  if (!spoilt && command !== undefined && asksForMachineFormat(command)) return 'machine-format'
  return undefined
}
