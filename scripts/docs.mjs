/**
 * Writes the generated blocks of the documentation: between `<!-- docs:NAME -->` and `<!-- /docs:NAME -->` stands what the
 * table of flags says or what the built program prints. With --check compares and exits 1 when a block differs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = join(ROOT, 'dist/cli.js')
const FILES = ['README.md', 'docs/cli.md']

/** Node 20 runs no TypeScript: the table is bundled into a scratch folder. */
const loadTable = async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'docs-'))
  try {
    await build({
      config: false,
      entry: { docs: join(ROOT, 'src/cli/docs.ts') },
      outDir: scratch,
      cwd: ROOT,
      format: 'esm',
      platform: 'node',
      dts: false,
      logLevel: 'error',
    })
    return await import(pathToFileURL(join(scratch, existsSync(join(scratch, 'docs.mjs')) ? 'docs.mjs' : 'docs.js')).href)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`context-diet ${args.join(' ')}: ${stderr}`)
  return stdout
}

const fence = (text) => `\`\`\`text\n${text.replace(/\n$/, '')}\n\`\`\``

const formatNumber = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** What a reader sees of the example log in about 500 tokens. */
const formatComparison = () => {
  const log = readFileSync(join(ROOT, 'examples/ci.log'), 'utf8')
  const lines = log.split(/(?<=\n)/)
  const digest = run('digest', '--input', 'examples/ci.log', '--exit-code', '1', '--budget', '500')
  const [failure, value] = ['✖ adds the oversize fee at the weight limit', 'expected: { zone: 2, price: { cents: 2690']
  const row = (name, text) => {
    const seen = (fact) => (text.includes(fact) ? 'yes' : 'no')
    return `| ${name} | ${formatNumber(text.split('\n').length - 1)} | ${formatNumber(Math.ceil(text.length / 4))} | ${seen(failure)} | ${seen(value)} |`
  }
  return [
    '| | lines | tokens | names the failing test | shows the expected value |',
    '| --- | --- | --- | --- | --- |',
    row('the log', log),
    row('`head -n 10`, `tail -n 10`', [...lines.slice(0, 10), ...lines.slice(-10)].join('')),
    row('`digest --budget 500`', digest),
  ].join('\n')
}

/** The receipt of the example, with the middle of its long lists left out. */
const formatReceipt = () => {
  const { receipt } = JSON.parse(run('digest', '--input', 'examples/ci.log', '--exit-code', '1', '--budget', '500', '--json'))
  const shorten = (list) => (list.length <= 4 ? list : [...list.slice(0, 2), '…', ...list.slice(-1)])
  const shown = {
    ...receipt,
    fates: shorten(receipt.fates),
    findings: { ...receipt.findings, index: shorten(receipt.findings.index) },
  }
  const rows = Object.entries(shown).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return fence(`{\n${rows.join(',\n')}\n}`.replaceAll('"…"', '…'))
}

const table = await loadTable()
const BLOCKS = {
  verbs: () => table.formatVerbTable(),
  reference: () => table.formatReference(),
  comparison: formatComparison,
  digest: () => fence(run('digest', '--input', 'examples/ci.log', '--exit-code', '1', '--budget', '500')),
  receipt: formatReceipt,
}

const BLOCK = /<!-- docs:(\w+) -->[\s\S]*?<!-- \/docs:\1 -->/g
const fill = (text) =>
  text.replace(BLOCK, (_, name) => {
    if (BLOCKS[name] === undefined) throw new Error(`there is no block ${name}`)
    return `<!-- docs:${name} -->\n\n${BLOCKS[name]()}\n\n<!-- /docs:${name} -->`
  })

for (const name of FILES) {
  const file = join(ROOT, name)
  const before = readFileSync(file, 'utf8')
  const after = fill(before)
  if (after === before) continue
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} is not what the program says; run npm run docs\n`)
    process.exitCode = 1
  } else writeFileSync(file, after)
}
