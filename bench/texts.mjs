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

const name = (pick) => `${AREAS[pick(6)]}-${WORDS[pick(12)]}`
const path = (i, pick) => `src/${AREAS[pick(6)]}/${WORDS[pick(12)]}/part${i % 400}.ts`
const SENTENCES = [
  'The desk checks the list before each departure and writes the result into the book.',
  'When a pilot is late, the crew waits for a word from the house at the gate.',
  'Nobody may move the crane while the ferry is on its way to the other side.',
]

/** By kind of content: what stands before and behind, and record i. */
const KINDS = {
  json: [
    '[\n',
    (i, pick) => `  {"id": ${i}, "name": "${name(pick)}", "state": "${i % 997 === 5 ? 'failed' : 'ok'}", "ms": ${pick(900)}},\n`,
    '  {"id": -1}\n]\n',
  ],
  table: ['id,name,state,ms\n', (i, pick) => `${i},${name(pick)},${i % 997 === 5 ? 'failed' : 'ok'},${pick(900)}\n`, ''],
  diff: [
    '',
    (i, pick) =>
      `diff --git a/src/part${i}.ts b/src/part${i}.ts\n--- a/src/part${i}.ts\n+++ b/src/part${i}.ts\n@@ -1,3 +1,3 @@\n const a = ${pick(90)}\n-const b = ${pick(900)}\n+const b = ${pick(900)}\n const c = 3\n`,
    '',
  ],
  search: [
    '',
    (i, pick) => `${path(i, pick)}:${pick(900) + 1}:  const ${WORDS[pick(12)]} = load("${AREAS[pick(6)]}", ${i})\n`,
    '',
  ],
  paths: ['', (i, pick) => `./${path(i, pick).replace('part', `n${i}-`)}\n`, ''],
  code: [
    "import { load } from './load'\n\n",
    (i, pick) =>
      `/** Part ${i}. */\nexport function ${WORDS[pick(12)]}${i}(value: number): number {\n  const rate = load(${pick(90)})\n  if (value > ${pick(900)}) {\n    return rate\n  }\n  return value * rate\n}\n\n`,
    '',
  ],
  config: [
    'version: 1\nservices:\n',
    (i, pick) =>
      `  ${name(pick)}-${i}:\n    image: shop/${AREAS[pick(6)]}:${pick(90)}\n    replicas: ${i % 997 === 5 ? 90 : 3}\n    ports:\n      - ${pick(9000)}\n`,
    '',
  ],
  xml: [
    '<testsuite name="all" tests="0" failures="0">\n',
    (i, pick) =>
      i % 997 === 5
        ? `<testcase name="${name(pick)} ${i}">\n<failure message="expected ${i}">AssertionError: expected ${i}\n    at shop/part.js:${i}:7</failure>\n</testcase>\n`
        : `<testcase classname="${AREAS[pick(6)]}" name="${name(pick)} ${i}" time="0.0${pick(9)}"/>\n`,
    '</testsuite>\n',
  ],
  html: [
    '<!doctype html><html><body><main>\n',
    (i, pick) =>
      `${i % 20 === 0 ? `<h2>Part ${i}</h2>\n` : ''}<p class="text-base leading-7">${SENTENCES[i % 3]} See <a href="/${name(pick)}">${WORDS[pick(12)]} ${i}</a>.</p>\n`,
    '</main></body></html>\n',
  ],
  prose: [
    '# Handbook\n\n',
    (i, pick) =>
      `${i % 12 === 0 ? `\n## About ${WORDS[pick(12)]} ${AREAS[pick(6)]}\n\n` : ''}${SENTENCES[pick(3)].replace('the', `the ${WORDS[pick(12)]} ${AREAS[pick(6)]}`)}\n`,
    '',
  ],
  mixed: [
    '# Notes\n\nThe totals were wrong, and the office asked us to look at it.\n\n',
    (i, pick) =>
      `## Part ${i}\n\n${SENTENCES[i % 3]}\n\n\`\`\`json\n[\n${Array.from({ length: 20 }, (_, k) => `  {"id": ${k}, "name": "${name(pick)}"}`).join(',\n')}\n]\n\`\`\`\n\n${Array.from({ length: 20 }, (_, k) => `${path(k, pick)}:${pick(900) + 1}:  load(${k})`).join('\n')}\n\n`,
    '',
  ],
}

export const KIND_NAMES = Object.keys(KINDS)

/** About `chars` chars that are of the kind as a whole. */
export const makeKindText = (kind, chars) => {
  const [head, record, tail] = KINDS[kind]
  const pick = random(54321)
  const parts = [head]
  for (let i = 0, size = 0; size < chars; i++) {
    const part = record(i, pick)
    parts.push(part)
    size += part.length
  }
  return `${parts.join('')}${tail}`
}
