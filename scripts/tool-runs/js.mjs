/** Test runners of Node: the same plan, written for each. */
import { labelsOf, planOf } from './plan.mjs'

const q = (text) => JSON.stringify(text)

/** The body of a test, by a way to say "equal". */
const bodyOf = (test, equal, noise) => {
  const { fault, n, subject } = test
  const print = noise && n % 3 === 0 ? `  console.log(${q(`loading ${subject} ${n}: retry after error in step ${n % 5}`)})\n` : ''
  if (fault === undefined) return `${print}  ${equal(`${n} + 1`, String(n + 1))}`
  if (fault.kind === 'throw') return `${print}  load${subject}(${q(fault.message)})`
  if (fault.kind === 'text')
    return `${print}  ${equal(q(`value ${fault.got} of ${subject}`), q(`value ${fault.wanted} of ${subject}`))}`
  if (fault.kind === 'object')
    return `${print}  ${equal.deep(`{ id: ${n}, total: ${fault.got}, lines: ['a', 'b'] }`, `{ id: ${n}, total: ${fault.wanted}, lines: ['a', 'b'] }`)}`
  return `${print}  ${equal(String(fault.got), String(fault.wanted))}`
}

const helper = (subject) =>
  `function load${subject}(message) {\n  const check = (value) => {\n    throw new Error(value)\n  }\n  return check(message)\n}\n`

const expectEqual = Object.assign((a, b) => `expect(${a}).toBe(${b})`, { deep: (a, b) => `expect(${a}).toEqual(${b})` })
const assertEqual = Object.assign((a, b) => `assert.strictEqual(${a}, ${b})`, {
  deep: (a, b) => `assert.deepStrictEqual(${a}, ${b})`,
})
const tEqual = Object.assign((a, b) => `t.is(${a}, ${b})`, { deep: (a, b) => `t.deepEqual(${a}, ${b})` })
const tapeEqual = Object.assign((a, b) => `t.equal(${a}, ${b})`, { deep: (a, b) => `t.deepEqual(${a}, ${b})` })

/** Files of a plan: `import` lines, then groups of tests. */
const grouped = (plan, { ext, head, group, test, equal, noise = false, end = '' }) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `test/${subject}.${ext}`,
      `${head}\n${helper(subject)}\n${groups
        .map(({ title, tests }) => {
          const bodies = tests.map((one) => test(one, bodyOf(one, equal, noise))).join('\n')
          return group === undefined ? bodies : group(title, bodies)
        })
        .join('\n')}\n${end}`,
    ]),
  )

const describeIt = {
  group: (title, body) => `describe(${q(title)}, () => {\n${body}\n})`,
  test: ({ title }, body) => `it(${q(title)}, () => {\n${body}\n})`,
}

const FORMS = {
  vitest: { ext: 'test.js', head: `import { describe, expect, it } from 'vitest'`, ...describeIt, equal: expectEqual },
  jest: { ext: 'test.js', head: '', ...describeIt, equal: expectEqual },
  jasmine: { ext: 'spec.js', head: '', ...describeIt, equal: expectEqual },
  mocha: { ext: 'test.js', head: `import assert from 'node:assert'`, ...describeIt, equal: assertEqual },
  node: {
    ext: 'test.js',
    head: `import assert from 'node:assert'\nimport { describe, it } from 'node:test'`,
    ...describeIt,
    equal: assertEqual,
  },
  ava: {
    ext: 'test.js',
    head: `import test from 'ava'`,
    test: ({ title }, body) => `test(${q(title)}, (t) => {\n${body.includes('t.') ? '' : '  t.pass()\n'}${body}\n})`,
    equal: tEqual,
  },
  tape: {
    ext: 'test.js',
    head: `import test from 'tape'`,
    test: ({ title }, body) => `test(${q(title)}, (t) => {\n${body}\n  t.end()\n})`,
    equal: tapeEqual,
  },
  uvu: {
    ext: 'test.js',
    head: `import { test } from 'uvu'\nimport * as assert from 'uvu/assert'`,
    end: 'test.run()\n',
    test: ({ title }, body) => `test(${q(title)}, () => {\n${body}\n})`,
    equal: Object.assign((a, b) => `assert.is(${a}, ${b})`, { deep: (a, b) => `assert.equal(${a}, ${b})` }),
  },
}

/** `runner/reporter`: the command, and what differs from the form. */
const RUNNERS = [
  ['vitest', 'default', 'vitest run'],
  ['vitest', 'verbose', 'vitest run --reporter=verbose'],
  ['vitest', 'dot', 'vitest run --reporter=dot'],
  ['vitest', 'tap', 'vitest run --reporter=tap'],
  ['vitest', 'color', 'vitest run', { color: true }],
  ['vitest', 'tree', 'vitest run --reporter=tree'],
  ['vitest2', 'default', 'node node_modules/vitest2/vitest.mjs run'],
  ['jest', 'default', 'jest'],
  ['jest', 'verbose', 'jest --verbose'],
  ['jest', 'noisy', 'jest', { noise: true }],
  ['jest', 'color', 'jest --color', { color: true }],
  ['jest29', 'default', 'node node_modules/jest29/bin/jest.js'],
  ['mocha', 'spec', 'mocha test'],
  ['mocha', 'dot', 'mocha --reporter dot test'],
  ['mocha', 'tap', 'mocha --reporter tap test'],
  ['mocha', 'list', 'mocha --reporter list test'],
  ['mocha', 'noisy', 'mocha test', { noise: true }],
  ['node', 'spec', 'node --test --test-reporter=spec test/'],
  ['node', 'tap', 'node --test --test-reporter=tap test/'],
  ['node', 'dot', 'node --test --test-reporter=dot test/'],
  ['ava', 'default', 'ava'],
  ['ava', 'tap', 'ava --tap'],
  ['tape', 'tap', 'tape test/*.test.js', { faults: ['equal', 'text', 'object'] }],
  ['uvu', 'default', 'uvu test'],
  ['jasmine', 'default', 'jasmine "test/*.spec.js"'],
]

const PACKAGE = (type) =>
  `${JSON.stringify({ name: 'app', version: '1.0.0', type, ...(type === 'module' ? { ava: { files: ['test/*.js'] } } : {}) }, null, 2)}\n`

const SIZES = [
  { files: 3, tests: 6, fails: 2 },
  { files: 6, tests: 8, fails: 7 },
  { files: 9, tests: 7, fails: 24 },
]

const caseOf = ([runner, reporter, command, { color = false, noise = false, faults } = {}], size, seed, passing) => {
  const form = FORMS[runner.replace(/\d+$/, '')]
  const all = faults ?? ['equal', 'throw', 'text', 'object']
  const plan = planOf({
    seed,
    ...size,
    fails: passing ? 0 : size.fails,
    faults: runner === 'uvu' ? ['equal', 'throw', 'text'] : all,
  })
  const module = !['jest', 'jest29', 'jasmine'].includes(runner)
  const files = { 'package.json': PACKAGE(module ? 'module' : 'commonjs'), ...grouped(plan, { ...form, noise }) }
  if (runner === 'vitest2')
    for (const name of Object.keys(files)) files[name] = files[name].replace("from 'vitest'", "from 'vitest2'")
  return {
    name: `${runner}-${reporter}-${passing ? 'pass' : `${size.fails}of${plan.all.length}`}`,
    tool: runner.replace(/\d+$/, ''),
    files,
    command,
    env: color ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' },
    failures: labelsOf(plan),
  }
}

/** A suite that cannot load: counted once, by its file. */
const brokenImport = (runner, command, seed) => {
  const plan = planOf({ seed, files: 4, tests: 5, fails: 1, faults: ['equal'] })
  const form = FORMS[runner]
  const files = { 'package.json': PACKAGE(runner === 'jest' ? 'commonjs' : 'module'), ...grouped(plan, form) }
  const load =
    runner === 'jest' ? `const helper = require('./does-not-exist-${seed}')` : `import helper from './does-not-exist-${seed}.js'`
  files['test/broken.test.js'] = `${form.head}\n${load}\nit('never runs', () => helper())\n`
  return {
    name: `${runner}-broken-import`,
    tool: runner,
    files,
    command,
    env: { NO_COLOR: '1' },
    failures: [...labelsOf(plan), { name: 'broken.test.js', message: `does-not-exist-${seed}` }],
  }
}

export const jsCases = () => [
  ...RUNNERS.flatMap((runner, r) => SIZES.map((size, s) => caseOf(runner, size, 1000 + r * 10 + s, false))),
  ...RUNNERS.map((runner, r) => caseOf(runner, { files: 12, tests: 14 }, 3000 + r, true)),
  brokenImport('vitest', 'vitest run', 5001),
  brokenImport('jest', 'jest', 5002),
]
