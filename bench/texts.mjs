/** Deterministic texts of a wanted size, by kind of output. Sizes are in chars; all are ASCII. */

/** A small linear congruential generator: the same text on every machine. */
const random = (seed) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state % below
  }
}

const two = (n) => String(n).padStart(2, '0')
const time = (i) =>
  `2026-04-11T${two(6 + (Math.floor(i / 36000) % 12))}:${two(Math.floor(i / 600) % 60)}:${two(Math.floor(i / 10) % 60)}.${String((i * 97) % 1000).padStart(3, '0')}Z`

const VERBS = ['settled', 'loaded', 'queued', 'published', 'fetched', 'stored', 'opened', 'closed']
const LEVELS = ['INFO', 'DEBUG', 'INFO', 'INFO', 'WARN']
const service = (i, pick) =>
  i % 5003 === 17
    ? `${time(i)} ERROR [worker-${i % 16}] OrderService: failed to settle invoice INV-${i}: gateway timeout after ${i % 977} ms`
    : `${time(i)} ${LEVELS[pick(5)]} [worker-${i % 16}] OrderService: ${VERBS[pick(8)]} invoice INV-${pick(100000)} in ${pick(977)} ms request=${(0x100000 + pick(0x7ffff)).toString(16)}`

const AREAS = ['checkout', 'refund', 'ledger', 'tariff', 'voucher', 'wallet']
const WORDS = [
  'adds',
  'rounds',
  'rejects',
  'merges',
  'splits',
  'archives',
  'negative',
  'amounts',
  'currencies',
  'twice',
  'under',
  'load',
]
const tests = (i, pick) => {
  const name = `${WORDS[pick(12)]} ${WORDS[pick(12)]} ${WORDS[pick(12)]} ${i}`
  if (i % 40 === 0) return `PASS test/${AREAS[pick(6)]}-${i}.test.js`
  if (i % 4001 === 19) return `    ✕ ${name} (${pick(90)} ms)`.replace('✕', 'x FAILED')
  return `    ok ${name} (${pick(90)} ms)`
}

const build = (i, pick) =>
  i % 3001 === 23
    ? `src/${AREAS[pick(6)]}/part${i}.c:${pick(900) + 1}:${pick(80) + 1}: error: use of undeclared identifier 'total_${i}'`
    : `[${i}/99999] cc -O2 -Wall -Iinclude -c src/${AREAS[pick(6)]}/part${i}.c -o build/${AREAS[pick(6)]}/part${i}.o`

export const TEXTS = { service, tests, build }

/** About `chars` chars of the kind, whole lines. */
export const makeText = (kind, chars) => {
  const pick = random(12345)
  const lines = []
  for (let i = 0, size = 0; size < chars; i++) {
    const line = TEXTS[kind](i, pick)
    lines.push(line)
    size += line.length + 1
  }
  return `${lines.join('\n')}\n`
}
