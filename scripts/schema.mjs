/** Writes schema/receipt.schema.json from src/receipt/schema.ts; with --check compares and exits 1 when they differ. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const TARGET = 'schema/receipt.schema.json'
const MODULES = ['types', 'schema']

/** Node 20 runs no TypeScript: the two modules are transpiled into a scratch folder, so that no build is needed. */
const loadSchema = async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'receipt-schema-'))
  try {
    for (const name of MODULES) {
      const source = readFileSync(join(ROOT, 'src', 'receipt', `${name}.ts`), 'utf8')
      const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
      const { outputText } = ts.transpileModule(source, { compilerOptions: options })
      writeFileSync(join(scratch, `${name}.mjs`), outputText.replaceAll(/'\.\/(\w+)\.ts'/g, "'./$1.mjs'"))
    }
    return (await import(pathToFileURL(join(scratch, 'schema.mjs')).href)).receiptSchema
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const wanted = `${JSON.stringify(await loadSchema(), null, 2)}\n`
const file = join(ROOT, TARGET)
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    process.stderr.write(`${TARGET} is not what src/receipt/schema.ts says; run node scripts/schema.mjs\n`)
    process.exitCode = 1
  }
} else {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, wanted)
}
