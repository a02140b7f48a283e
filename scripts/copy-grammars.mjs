/**
 * Copies the grammars that `context-diet/code` loads from their packages to `grammars/`, and writes what they are to
 * `grammars/grammars.json`. With `--check` nothing is written: exit 1 when a grammar is not the one that is on record.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const target = join(dirname(fileURLToPath(import.meta.url)), '../grammars')
const require = createRequire(import.meta.url)

/** Language, its package, its file there. */
const GRAMMARS = [
  ['python', 'tree-sitter-python', 'tree-sitter-python.wasm'],
  ['javascript', 'tree-sitter-javascript', 'tree-sitter-javascript.wasm'],
  ['typescript', 'tree-sitter-typescript', 'tree-sitter-typescript.wasm'],
  ['tsx', 'tree-sitter-typescript', 'tree-sitter-tsx.wasm'],
  ['go', 'tree-sitter-go', 'tree-sitter-go.wasm'],
  ['rust', 'tree-sitter-rust', 'tree-sitter-rust.wasm'],
  ['java', 'tree-sitter-java', 'tree-sitter-java.wasm'],
  ['c', 'tree-sitter-c', 'tree-sitter-c.wasm'],
  ['cpp', 'tree-sitter-cpp', 'tree-sitter-cpp.wasm'],
]

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Written beside its place and renamed, so that a reader sees the old file or the new one. */
const write = (path, bytes) => {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, bytes)
  renameSync(temporary, path)
}

const read = (name, packageName, file) => {
  const folder = dirname(require.resolve(`${packageName}/package.json`))
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const bytes = readFileSync(join(folder, file))
  return {
    bytes,
    entry: { file: `${name}.wasm`, package: packageName, version, license, bytes: bytes.length, sha256: sha256(bytes) },
  }
}

const found = GRAMMARS.map(([name, packageName, file]) => ({ name, ...read(name, packageName, file) }))
const manifest = `${JSON.stringify(Object.fromEntries(found.map(({ name, entry }) => [name, entry])), null, 2)}\n`
const record = join(target, 'grammars.json')
const known = existsSync(record) ? readFileSync(record, 'utf8') : ''

if (process.argv.includes('--check')) {
  if (known === manifest) process.exit(0)
  process.stderr.write('grammars/grammars.json is not about the installed grammars: node scripts/copy-grammars.mjs\n')
  process.exit(1)
}

mkdirSync(target, { recursive: true })
for (const { bytes, entry } of found) {
  const path = join(target, entry.file)
  if (!existsSync(path) || sha256(readFileSync(path)) !== entry.sha256) write(path, bytes)
}
if (known !== manifest) write(record, manifest)
