#!/usr/bin/env node
/**
 * The `sift` API on the inputs of its public benchmark: `node bench/sift.mjs [FOLDER]`. The folder has one folder for each case, with
 * `input.txt`, `query.txt`, `request.json` (one tool result) and `meta.json` (facts that must stay visible, the published size).
 * Exits with 1 when a fact or a file name is missing, an original does not come back byte for byte, or the outputs together are
 * larger than 34,000 bytes.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = process.argv[2] ?? join(root, '../shared/corpus/sift')
const MOST_BYTES = 34_000

if (!existsSync(folder)) {
  console.error(`bench/sift: ${folder} does not exist; name the folder of the cases`)
  process.exit(4)
}

const work = mkdtempSync(join(tmpdir(), 'diet-sift-'))

const load = async () => {
  const entry = { sift: join(root, 'src/sift/index.ts'), engine: join(root, 'src/index.ts') }
  await build({ entry, outDir: work, config: false, format: 'esm', platform: 'node', dts: false, logLevel: 'error', cwd: root })
  const from = (name) =>
    import(pathToFileURL(join(work, existsSync(join(work, `${name}.mjs`)) ? `${name}.mjs` : `${name}.js`)).href)
  return { ...(await from('engine')), ...(await from('sift')) }
}

const resultOf = (body) => body.messages.flatMap(({ content }) => content).find(({ type }) => type === 'tool_result').content

/** The files that hits and diffs are of. */
const filesOf = (text, type) =>
  new Set(
    type === 'search_results'
      ? [...text.matchAll(/^([^\s:]+):\d+:/gm)].map(([, file]) => file)
      : type === 'git_diff'
        ? [...text.matchAll(/^diff --git a\/(\S+)/gm)].map(([, file]) => file)
        : [],
  )

const run = (lib, sift, name) => {
  const read = (file) => readFileSync(join(folder, name, file), 'utf8')
  const [input, query, meta] = [read('input.txt'), read('query.txt').trim(), JSON.parse(read('meta.json'))]
  const result = sift.siftRequest(JSON.parse(read('request.json')), query || undefined)
  const output = resultOf(result.body)
  const key = /<<stash:([0-9a-f]{24})>>$/.exec(output)?.[1]
  const restored = key !== undefined ? sift.retrieve(key) : (lib.decodeDigest(output) ?? output)
  const faults = [
    ...(restored === input ? [] : ['the original does not come back']),
    ...(lib.detectContentType(input) === meta.expectedType ? [] : [`taken for ${lib.detectContentType(input)}`]),
    ...[...meta.mustContain, ...filesOf(input, meta.expectedType)]
      .filter((fact) => !output.includes(fact))
      .map((fact) => `not visible: ${fact}`),
    ...(sift.siftText(output, query).changed ? ['not stable'] : []),
  ]
  const form = !result.changed ? 'whole' : key === undefined ? 'lossless' : 'lossy'
  return { type: meta.expectedType, before: Buffer.byteLength(input), after: Buffer.byteLength(output), form, meta, faults }
}

const row = (cells) =>
  console.log(cells.map((cell, i) => (i < 2 ? String(cell).padEnd(20) : String(cell).padStart(11))).join(' '))

try {
  const lib = await load()
  const sift = lib.createSift({ stashDir: join(work, 'stash') })
  row(['case', 'type', 'input', 'output', 'saved', 'published', 'form'])
  const totals = { before: 0, after: 0, published: 0 }
  for (const name of readdirSync(folder).sort()) {
    if (!existsSync(join(folder, name, 'request.json'))) continue
    const { type, before, after, form, meta, faults } = run(lib, sift, name)
    const published = meta.published?.outputBytes ?? 0
    row([name, type, before, after, `${((1 - after / before) * 100).toFixed(1)} %`, published, form])
    for (const fault of faults) console.log(`  FAULT ${fault}`)
    if (faults.length > 0) process.exitCode = 1
    totals.before += before
    totals.after += after
    totals.published += published
  }
  row([
    'all',
    '',
    totals.before,
    totals.after,
    `${((1 - totals.after / totals.before) * 100).toFixed(1)} %`,
    totals.published,
    '',
  ])
  if (totals.after > MOST_BYTES) {
    console.log(`  FAULT more than ${MOST_BYTES} bytes`)
    process.exitCode = 1
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
