/** One measured process: `child.mjs MODE FILE RUNS` prints the least CPU of a run in ms and the peak memory in bytes. */
import { readFileSync } from 'node:fs'

const [mode, file, runs] = process.argv.slice(2)
const PATTERN = /error|fail|exception|traceback|panic|fatal|##\[error\]|assert/i

/** The floor: what any line-wise tool pays before it decides anything. */
const floor = (text) => {
  let hits = 0
  for (const line of text.split('\n')) if (PATTERN.test(line)) hits++
  return hits
}
const read = (text) => text.length
const modes = {
  floor: async () => floor,
  read: async () => read,
  kind: async () => {
    const { digest } = await import('../dist/index.js')
    return (text) => digest(text, { budget: 2000 }).receipt.kind
  },
  digest: async () => {
    const { digest } = await import('../dist/index.js')
    return (text) => digest(text, { budget: 2000, exitCode: 1 }).text.length
  },
  verbatim: async () => {
    const { digest } = await import('../dist/index.js')
    return (text) => digest(text, { budget: 2000, exitCode: 1, mode: 'verbatim' }).text.length
  },
  pack: async () => {
    const { pack } = await import('../dist/index.js')
    return (text) => pack(text, { budget: 2000, query: 'gateway timeout' }).text.length
  },
}

const run = await modes[mode]()
const text = readFileSync(file, 'latin1')
let result
let least = Number.POSITIVE_INFINITY
for (let i = 0; i < Number(runs); i++) {
  const before = process.cpuUsage()
  result = run(text)
  const { user, system } = process.cpuUsage(before)
  least = Math.min(least, (user + system) / 1000)
}
console.log(JSON.stringify({ cpu: least, result, rss: process.resourceUsage().maxRSS * 1024 }))
