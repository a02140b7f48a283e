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
  profiles: async () => {
    const { digest } = await import('../dist/index.js')
    const cpu = { with: [], without: [] }
    const measured = (text, name) => {
      const before = process.cpuUsage()
      digest(text, { budget: 2000, exitCode: 1, profiles: name === 'with' })
      const { user, system } = process.cpuUsage(before)
      cpu[name].push((user + system) / 1000)
    }
    /* Both in one process and by turns: what the machine does meanwhile is the same for both. */
    return (text) => {
      for (const name of cpu.with.length % 2 === 0 ? ['with', 'without'] : ['without', 'with']) measured(text, name)
      return { with: Math.min(...cpu.with), without: Math.min(...cpu.without) }
    }
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
