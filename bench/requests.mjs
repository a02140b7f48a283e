#!/usr/bin/env node
/**
 * Request compression on a conversation that grows turn by turn, against `JSON.parse` of the same bodies:
 * `node bench/requests.mjs [--turns 400] [--chars 5000000] [--formats anthropic,gemini] [--diet cut|engine] [--bytes]`.
 * CPU of all turns together, each body parsed and compressed in turn, so that a busy machine changes little. It also proves
 * what the cost buys, and exits with 1 otherwise: bytes of earlier turns identical, nothing but tool results changed, tokens
 * of tool results down by at least 60 %, cost at most three times the parsing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'tsdown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const argument = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const turns = Number(argument('--turns', '400'))
const chars = Number(argument('--chars', '5000000'))
const formats = argument('--formats', 'anthropic,chat_completions,responses,gemini').split(',')
const engine = argument('--diet', 'cut') === 'engine'
const asBytes = process.argv.includes('--bytes')

const dir = mkdtempSync(join(tmpdir(), 'diet-requests-'))
const load = async () => {
  const entry = { requests: join(root, 'src/requests/index.ts'), conversation: join(root, 'test/support/conversation.ts') }
  await build({ entry, outDir: dir, config: false, format: 'esm', platform: 'node', dts: false, logLevel: 'error', cwd: root })
  const from = (name) =>
    import(pathToFileURL(join(dir, `${name}.mjs`)).href).catch(() => import(pathToFileURL(join(dir, `${name}.js`)).href))
  return { ...(await from('requests')), ...(await from('conversation')) }
}

const cut = ({ text }) => ({ text: `${text.slice(0, 800)}\n${text.slice(-800)}`, changed: true })

const cpu = (work) => {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: (user + system) / 1000 }
}

const tokensOf = (texts) => texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)

/** Sends every turn and returns what it cost and what went wrong. */
const run = (lib, format, frozen, marks) => {
  const { body } = lib.createConversation({ format, turns, chars, marks })
  const options = { frozen, store: lib.createMemoryStore(), ...(engine ? {} : { diet: cut }) }
  const cost = { parse: 0, diet: 0 }
  const faults = []
  let before = ''
  let last = { received: '', sent: '' }
  for (let turn = 1; turn <= turns; turn++) {
    const received = body(turn)
    const json = asBytes ? Buffer.from(received) : received
    // A text made of pieces is put together when it is first read; neither side shall pay for that.
    if (!asBytes) json.charCodeAt(0)
    cost.parse += cpu(() => JSON.parse(json.toString())).ms
    const diet = cpu(() => lib.dietRequestBytes(json, { ...options, query: `step ${turn}` }))
    cost.diet += diet.ms
    const sent = diet.value.body.toString()
    if (/error|not JSON|known/.test(diet.value.report.reason ?? '')) faults.push(`turn ${turn}: ${diet.value.report.reason}`)
    const plain = lib.withoutMarks(sent)
    if (!plain.startsWith(before)) faults.push(`turn ${turn}: bytes of the turn before are not the same`)
    before = plain.slice(0, -lib.TAIL.length)
    last = { received, sent }
  }
  const sent = lib.splitResults(format, last.sent)
  const received = lib.splitResults(format, last.received)
  if (!isDeepStrictEqual(sent.rest, received.rest)) faults.push('more than tool results changed')
  const saved = 1 - tokensOf(sent.results) / tokensOf(received.results)
  if (saved < 0.6) faults.push('saves less than 60 %')
  if (cost.diet > 3 * cost.parse) faults.push('costs more than three times the parsing')
  return { ...cost, saved, chars: last.received.length, faults }
}

const row = (cells) =>
  console.log(cells.map((cell, i) => (i < 3 ? String(cell).padEnd(17) : String(cell).padStart(13))).join(' '))

try {
  const lib = await load()
  console.log(
    `# ${turns} turns as ${asBytes ? 'bytes' : 'text'}, diet: ${engine ? 'the engine' : 'both ends of a text'}. CPU ms of all turns.`,
  )
  row(['format', 'frozen', 'marks', 'last body', 'JSON.parse', 'diet', 'ratio', 'saved'])
  const cases = formats.flatMap((format) => [
    [format, 'conversation', 'none'],
    [format, 'cache_control', 'none'],
    ...(format === 'anthropic' ? [[format, 'conversation', 'newest']] : []),
  ])
  for (const [format, frozen, marks] of cases) {
    const { parse, diet, saved, chars: size, faults } = run(lib, format, frozen, marks)
    row([
      format,
      frozen,
      marks,
      size,
      parse.toFixed(0),
      diet.toFixed(0),
      `${(diet / parse).toFixed(2)}x`,
      `${(saved * 100).toFixed(1)} %`,
    ])
    for (const fault of faults.slice(0, 5)) console.log(`  FAULT ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}
