/** What code declares, as a skeleton or a grammar sees it; a grammar is handed in by who can load one. */

export const LANGUAGES = ['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'java', 'c', 'cpp'] as const
export type Language = (typeof LANGUAGES)[number]

/** One declaration. Lines are numbered from 1, as in the text that was handed in. */
export interface OutlineNode {
  /** `type`: what holds other declarations (class, struct, interface, enum, trait, impl, namespace). */
  readonly kind: 'import' | 'type' | 'function'
  /** As it is declared; of a callback what it is passed to; empty when there is none. */
  readonly name: string
  /** The line of the declaration itself, below its decorators. */
  readonly startLine: number
  /** What can be folded: without the signature and a last line that only closes; `bodyEnd < bodyStart` when there is nothing. */
  readonly bodyStart: number
  readonly bodyEnd: number
  /** The first line that says something of the comment above or of the docstring; 0 when there is none. */
  readonly docLine: number
}

/** Declarations in the order of their lines; undefined when the text cannot be read. */
export type OutlineReader = (text: string, language: Language) => readonly OutlineNode[] | undefined
