/** What stands in a tool-result row: the output, and the words that the host put around it. */
import { lostIn, movedPathIn } from '../events.ts'
import type { Block } from './engine.ts'

export interface RowText {
  /** What the tool printed, as far as the model would read it. */
  readonly text: string
  /** Stays in front of a digest: `Exit code 3` and its line end. */
  readonly prefix: string
  readonly exitCode: number | undefined
  readonly movedTo: string | undefined
  readonly lost: number | undefined
}

const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,3})\n/

/** The text of a tool_result block; undefined when it has none, or has something else beside it. */
export const textOfBlock = ({ content }: Block): string | undefined => {
  if (typeof content === 'string') return content
  if (content === undefined || content.length === 0) return undefined
  return content.every(({ type, text }) => type === 'text' && text !== undefined)
    ? content.map(({ text }) => text).join('\n')
    : undefined
}

export const readRowText = (block: Block, isShell: boolean): RowText | undefined => {
  const whole = textOfBlock(block)
  if (whole === undefined) return undefined
  const failed = block.is_error === true
  const prefix = failed && isShell ? (EXIT_CODE.exec(whole)?.[0] ?? '') : ''
  const text = whole.slice(prefix.length)
  const code = EXIT_CODE.exec(prefix)?.[1]
  const exitCode = code === undefined ? (failed || !isShell ? undefined : 0) : Number(code)
  return { text, prefix, exitCode, movedTo: failed ? undefined : movedPathIn(whole), lost: failed ? lostIn(text) : undefined }
}

/** The same shape of content with another text. */
export const withText = (block: Block, text: string): Block => ({
  ...block,
  content: typeof block.content === 'string' ? text : [{ type: 'text', text }],
})

/** A moved result of text blocks is kept as their JSON; what the tool said is inside. Undefined for anything else. */
export const unwrapBlocks = (text: string): string | undefined => {
  if (!text.startsWith('[')) return undefined
  try {
    const blocks: unknown = JSON.parse(text)
    if (!Array.isArray(blocks) || blocks.length === 0) return undefined
    const texts = blocks.map((block: Block | null) => (block?.type === 'text' ? block.text : undefined))
    return texts.every((one) => typeof one === 'string') ? texts.join('\n') : undefined
  } catch {
    return undefined
  }
}
