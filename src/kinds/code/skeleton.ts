/**
 * An outline without a grammar: from brackets, indentation, line ends and the heads of statements, strings and comments skipped. One
 * pass; broken and cut texts are read as far as they make sense.
 */
import type { Language, OutlineNode } from '../../source/code-outline.ts'
import { readBraces } from './braces.ts'
import { type CodeLines, finishOutline, readCodeLines } from './lines.ts'
import { readPython } from './python.ts'

/** What a text declares, in the order of its lines. */
export const skeletonOf = (lines: CodeLines): OutlineNode[] =>
  finishOutline(lines, lines.language === 'python' ? readPython(lines) : readBraces(lines))

/** The skeleton of a text: what synchronous callers use, and whoever has no grammar. */
export const readSkeleton = (text: string, language: Language): OutlineNode[] => skeletonOf(readCodeLines(text, language))
