/**
 * Grammars for `digest`: outlines of code by tree-sitter instead of by lines. Reads files of its own package, nothing else.
 *
 * @module context-diet/code
 */
import { readFile } from 'node:fs/promises'
import { Language as Grammar, Parser, Query } from 'web-tree-sitter'
import { outlineOf } from './kinds/code/grammar.ts'
import { readCodeLines } from './kinds/code/lines.ts'
import { QUERIES } from './kinds/code/queries.ts'
import { LANGUAGES, type Language, type OutlineReader } from './source/code-outline.ts'

export { languageOfFile, sniffLanguage } from './kinds/code/detect.ts'
export { readSkeleton } from './kinds/code/skeleton.ts'
export { LANGUAGES, type Language, type OutlineNode, type OutlineReader } from './source/code-outline.ts'

/** Longer texts are left to the skeleton, which reads them many times faster. */
const MOST_CHARS = 500_000

interface Loaded {
  readonly parser: Parser
  readonly query: Query
}

const loaded = new Map<Language, Promise<Loaded>>()

const load = async (language: Language): Promise<Loaded> => {
  await Parser.init()
  const grammar = await Grammar.load(await readFile(new URL(`../grammars/${language}.wasm`, import.meta.url)))
  const parser = new Parser()
  parser.setLanguage(grammar)
  return { parser, query: new Query(grammar, QUERIES[language]) }
}

/** Each grammar is loaded once per process. */
const loadOnce = (language: Language): Promise<Loaded> => {
  const known = loaded.get(language) ?? load(language)
  loaded.set(language, known)
  return known
}

/**
 * Loads grammars (10 to 60 ms each) and returns the reader to hand to `digest` as `outlines`. It reads texts of these languages, at
 * most 500,000 chars long and without errors of syntax; for others it returns undefined, and `digest` uses the skeleton by lines.
 * Rejects when a grammar cannot be read.
 */
export const loadOutlines = async (languages: readonly Language[] = LANGUAGES): Promise<OutlineReader> => {
  const ready = new Map<Language, Loaded>()
  for (const language of languages) ready.set(language, await loadOnce(language))
  return (text, language) => {
    const tools = ready.get(language)
    if (tools === undefined || text.length > MOST_CHARS) return undefined
    const tree = tools.parser.parse(text)
    if (tree === null) return undefined
    try {
      return tree.rootNode.hasError ? undefined : outlineOf(readCodeLines(text, language), tools.query.matches(tree.rootNode))
    } finally {
      tree.delete()
    }
  }
}
