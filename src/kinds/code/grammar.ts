/**
 * An outline from a syntax tree. The parser is handed in: this is what an outline needs of its tree, in the shapes of tree-sitter.
 */
import type { Language, OutlineNode } from '../../source/code-outline.ts'
import { calledName, importName } from './heads.ts'
import { type CodeLines, type Declared, finishOutline } from './lines.ts'

export interface SyntaxNode {
  readonly id: number
  readonly type: string
  readonly text: string
  readonly startIndex: number
  readonly endIndex: number
  readonly startPosition: { readonly row: number }
  readonly endPosition: { readonly row: number; readonly column: number }
  readonly parent: SyntaxNode | null
  readonly children: readonly (SyntaxNode | null)[]
  childForFieldName(name: string): SyntaxNode | null
}

/** One match of a query of queries.ts. */
export interface SyntaxMatch {
  readonly captures: readonly { readonly name: string; readonly node: SyntaxNode }[]
}

const DECORATORS: ReadonlySet<string> = new Set([
  'decorator',
  'annotation',
  'marker_annotation',
  'attribute_item',
  'attribute_declaration',
])
/** What a declaration begins with: it stands inside of these. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
  'export_statement',
  'await_expression',
  'ambient_declaration',
  'type_definition',
  'declaration',
  'field_declaration',
  'template_declaration',
])

const row = (node: SyntaxNode): number => node.startPosition.row + 1

/** The last line that holds a char of the node. */
const lastRow = ({ endPosition }: SyntaxNode): number => Math.max(1, endPosition.row + (endPosition.column === 0 ? 0 : 1))

/** The first line of a declaration without its decorators. */
const firstRow = (node: SyntaxNode): number => {
  for (const child of node.children) {
    if (child === null || DECORATORS.has(child.type) || child.type === 'comment') continue
    if (child.type === 'modifiers' && child.children.every((one) => one === null || DECORATORS.has(one.type))) continue
    return child.type === 'modifiers' ? firstRow(child) : row(child)
  }
  return row(node)
}

const outermost = (node: SyntaxNode): SyntaxNode => {
  let outer = node
  while (outer.parent !== null && WRAPPERS.has(outer.parent.type)) outer = outer.parent
  return outer
}

/** Where the declaration begins: of the second name of a statement at the name. */
const startOf = (node: SyntaxNode): SyntaxNode => {
  const siblings = node.type === 'variable_declarator' ? (node.parent?.children ?? []) : []
  const first = siblings.find((child) => child?.type === 'variable_declarator')
  return first !== undefined && first !== null && first.id !== node.id ? node : outermost(node)
}

/** The line on which the signature ends: of `{`, `:`, `=>`. */
const openRow = (owner: SyntaxNode, body: SyntaxNode, language: Language): number => {
  if (language === 'python')
    return row(owner.children.findLast((child) => child?.type === ':' && child.startIndex < body.startIndex) ?? body)
  const brace = body.children.find((child) => child?.type === '{')
  if (brace !== undefined && brace !== null) return row(brace)
  const arrow = body.parent?.type === 'arrow_function' ? body.parent.children.find((child) => child?.type === '=>') : undefined
  return row(arrow ?? body)
}

/** The function that a function of one expression returns, at last. */
const innermost = (body: SyntaxNode): SyntaxNode => {
  let inner = body
  for (;;) {
    const next = inner.type === 'arrow_function' ? inner.childForFieldName('body') : null
    if (next === null) return inner
    inner = next
  }
}

/** The name inside of a declarator of C: of a pointer to a function of that name, of a member of a class. */
const declaratorName = (node: SyntaxNode): string => {
  let at = node
  for (;;) {
    const next: SyntaxNode | null | undefined =
      at.type === 'qualified_identifier' || at.type === 'template_function'
        ? at.childForFieldName('name')
        : (at.childForFieldName('declarator') ??
          (/_declarator$/.test(at.type)
            ? at.children.findLast((child) => child !== null && /identifier|_name$|declarator$/.test(child.type))
            : null))
    if (next === null || next === undefined) return at.text.replace(/\s/g, '')
    at = next
  }
}

const typeNameOfC = (node: SyntaxNode): string => {
  const typedef = node.parent?.type === 'type_definition' ? node.parent.childForFieldName('declarator') : null
  return typedef !== null && typedef !== undefined ? declaratorName(typedef) : (node.childForFieldName('name')?.text ?? '')
}

/** The type that an `impl` is for, without what it borrows and its parameters; of tuples and slices the trait. */
const implName = (node: SyntaxNode, type: SyntaxNode): string => {
  const plain = type.text
    .replace(/<.*$/s, '')
    .replace(/^(?:&|mut |dyn |'\w+ )*/, '')
    .trim()
  return /^[\w:]+$/.test(plain) ? plain : (node.childForFieldName('trait')?.text ?? '').replace(/<.*$/s, '')
}

const nameOf = (language: Language, kind: string, node: SyntaxNode, name: SyntaxNode | undefined): string => {
  if (language === 'c' || language === 'cpp')
    return kind === 'type' ? typeNameOfC(node) : name === undefined ? '' : declaratorName(name)
  if (name === undefined) return node.type === 'export_statement' ? 'default' : ''
  if (node.type === 'impl_item') return implName(node, name)
  if (name.type === 'subscript_expression') return name.text.replace(/\[.*$/s, '')
  return /^['"]/.test(name.text) && kind === 'type' ? name.text.slice(1, -1) : name.text
}

/** A call whose value is not used, or has a name, and which is no detail of a function. */
const callbackName = (call: SyntaxNode, body: SyntaxNode): { readonly name: string; readonly start: SyntaxNode } | undefined => {
  let callee = call.childForFieldName('function')
  while (callee !== null && (callee.type === 'call_expression' || callee.type === 'subscript_expression'))
    callee = callee.childForFieldName(callee.type === 'call_expression' ? 'function' : 'object')
  if (callee === null || !/^[\w$.?]{1,200}$/.test(callee.text)) return undefined
  const declarator = call.parent?.type === 'variable_declarator' ? call.parent : undefined
  if (declarator !== undefined) {
    if (call.childForFieldName('function')?.id !== callee.id) return undefined
    return { name: declarator.childForFieldName('name')?.text ?? '', start: outermost(declarator) }
  }
  const statement = outermost(call)
  if (statement.type !== 'expression_statement' || calledName(callee.text) === undefined) return undefined
  const string = call
    .childForFieldName('arguments')
    ?.children.find(
      (child) => child !== null && /^(?:string|template_string)$/.test(child.type) && child.startIndex < body.startIndex,
    )
  return {
    name: string === undefined || string === null ? callee.text : string.text.slice(1, -1).slice(0, 199),
    start: statement,
  }
}

interface Found extends Declared {
  readonly isCallback: boolean
}

const read = (language: Language, { captures }: SyntaxMatch): Found | undefined => {
  const main = captures.find(({ name }) => name === 'function' || name === 'type' || name === 'import' || name === 'callback')
  if (main === undefined) return undefined
  const { node, name: kind } = main
  const name = captures.find((capture) => capture.name === 'name')?.node
  const found = captures.find((capture) => capture.name === 'body')?.node ?? node
  if (kind === 'import') {
    if (node.type === 'using_declaration' && !/^using\s+namespace\b/.test(node.text.slice(0, 40))) return undefined
    return {
      kind,
      name: importName(node.text.slice(0, 4000)),
      startLine: row(node),
      at: node.startIndex,
      openLine: row(node),
      endLine: lastRow(node),
      isCallback: false,
    }
  }
  if (kind === 'callback') {
    const call = callbackName(node, found)
    if (call === undefined) return undefined
    return {
      kind: 'function',
      name: call.name,
      startLine: firstRow(call.start),
      at: call.start.startIndex,
      openLine: openRow(node, found, language),
      endLine: lastRow(found),
      isCallback: true,
    }
  }
  /* Methods of a class without a name are details of the expression that makes an object of it. */
  if (language === 'java' && node.parent?.parent?.type === 'object_creation_expression') return undefined
  const body = innermost(found)
  return {
    kind: kind === 'type' ? 'type' : 'function',
    name: nameOf(language, kind, node, name),
    startLine: firstRow(startOf(node)),
    at: node.startIndex,
    openLine: openRow(node, body, language),
    endLine: lastRow(body),
    isCallback: false,
  }
}

/** Callbacks inside of functions are details. */
const dropDetails = (found: readonly Found[]): Found[] => {
  const sorted = [...found].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)
  const ends: number[] = []
  return sorted.filter(({ isCallback, kind, startLine, endLine }) => {
    while (ends.length > 0 && ends[ends.length - 1]! < startLine) ends.pop()
    if (isCallback && ends.length > 0) return false
    if (kind === 'function' && !isCallback) ends.push(endLine)
    return true
  })
}

/** The outline that the matches of QUERIES make, in the same form as a skeleton. */
export const outlineOf = (lines: CodeLines, matches: Iterable<SyntaxMatch>): OutlineNode[] => {
  const found: Found[] = []
  const seen = new Set<string>()
  for (const match of matches) {
    const one = read(lines.language, match)
    if (one === undefined) continue
    const key = `${one.kind} ${one.startLine} ${one.openLine} ${one.endLine} ${one.name}`
    if (!seen.has(key)) found.push(one)
    seen.add(key)
  }
  return finishOutline(lines, dropDetails(found))
}
