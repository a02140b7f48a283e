/**
 * What to look for in the syntax tree of each language. Captures: what is declared (`function`, `type`, `import`, or `callback`, a call
 * that takes a function), its `name`, its `body`.
 */
import type { Language } from '../../source/code-outline.ts'

const FUNCTIONS = '[(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]'

const SCRIPT = `
(import_statement) @import
(export_statement source: (string)) @import
(function_declaration name: (_) @name body: (statement_block) @body) @function
(generator_function_declaration name: (_) @name body: (statement_block) @body) @function
(class_declaration name: (_) @name body: (class_body) @body) @type
(export_statement value: (class body: (class_body) @body)) @type
(variable_declarator name: (_) @name value: (class body: (class_body) @body)) @type
(method_definition name: (_) @name body: (statement_block) @body) @function
(variable_declarator name: (identifier) @name value: ${FUNCTIONS}) @function
(assignment_expression left: (_) @name right: ${FUNCTIONS}) @function
(pair key: (_) @name value: ${FUNCTIONS}) @function
(export_statement value: ${FUNCTIONS}) @function
(call_expression function: (_) @name arguments: (arguments [
  (arrow_function body: (statement_block) @body)
  (function_expression body: (statement_block) @body)
])) @callback
`

const TYPESCRIPT = `${SCRIPT}
(abstract_class_declaration name: (_) @name body: (class_body) @body) @type
(interface_declaration name: (_) @name body: (_) @body) @type
(enum_declaration name: (_) @name body: (_) @body) @type
(type_alias_declaration name: (_) @name value: [
  (object_type) @body
  (intersection_type . (object_type) @body)
  (union_type . (object_type) @body)
  (lookup_type . (object_type) @body)
]) @type
(internal_module name: (_) @name body: (_) @body) @type
(module name: (_) @name body: (_) @body) @type
(public_field_definition name: (_) @name value: ${FUNCTIONS}) @function
`

const C = `
(preproc_include) @import
(function_definition declarator: (_) @name body: (compound_statement) @body) @function
(struct_specifier body: (_) @body) @type
(union_specifier body: (_) @body) @type
(enum_specifier body: (_) @body) @type
`

export const QUERIES: Readonly<Record<Language, string>> = {
  python: `
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
(class_definition name: (_) @name body: (block) @body) @type
(function_definition name: (_) @name body: (block) @body) @function
`,
  javascript: `${SCRIPT}
(field_definition property: (_) @name value: ${FUNCTIONS}) @function
`,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  go: `
(package_clause) @import
(import_declaration) @import
(function_declaration name: (_) @name body: (block) @body) @function
(method_declaration name: (_) @name body: (block) @body) @function
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @type
(type_spec name: (_) @name type: (interface_type) @body) @type
`,
  rust: `
(use_declaration) @import
(extern_crate_declaration) @import
(function_item name: (_) @name body: (block) @body) @function
(struct_item name: (_) @name body: (field_declaration_list) @body) @type
(union_item name: (_) @name body: (_) @body) @type
(enum_item name: (_) @name body: (_) @body) @type
(trait_item name: (_) @name body: (_) @body) @type
(impl_item type: (_) @name body: (_) @body) @type
(mod_item name: (_) @name body: (_) @body) @type
(macro_definition name: (_) @name) @function
`,
  java: `
(package_declaration) @import
(import_declaration) @import
(class_declaration name: (_) @name body: (_) @body) @type
(interface_declaration name: (_) @name body: (_) @body) @type
(enum_declaration name: (_) @name body: (_) @body) @type
(record_declaration name: (_) @name body: (_) @body) @type
(annotation_type_declaration name: (_) @name body: (_) @body) @type
(method_declaration name: (_) @name body: (block) @body) @function
(constructor_declaration name: (_) @name body: (_) @body) @function
(compact_constructor_declaration name: (_) @name body: (_) @body) @function
`,
  c: C,
  cpp: `${C}
(using_declaration) @import
(class_specifier body: (_) @body) @type
(namespace_definition body: (_) @body) @type
`,
}
