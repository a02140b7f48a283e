import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { describeGap } from './describe.ts'
import { findConfig, readAsConfig } from './detect.ts'
import { PART } from './tree.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 200)

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

const treeOf = (text: string) => findConfig(createSource(text))!
const labels = (text: string): string[] => {
  const tree = treeOf(text)
  return Array.from({ length: tree.source.lines }, (_, i) => tree.label(i + 1))
}

const lines = (count: number, make: (i: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('')

describe('formats', () => {
  it.each([
    ['YAML', 'name: shop\nservices:\n  web:\n    port: 80\n  db:\n    port: 5432\n'],
    ['TOML', '[package]\nname = "shop"\nversion = "1.0"\n\n[deps]\nserde = { version = "1" }\n'],
    ['INI', '; main\n[server]\nport = 80\nhost = shop.example\nlimit = 4\n'],
    ['INI', '[Unit]\nDescription=The shop\nAfter=network.target\nAfter=db.service\nWants=x\n[Service]\nExecStart=/bin/x\n'],
    ['.env', 'A_URL=http://x\nB_KEY="q w"\nexport C_PORT=80\nD=\nE=5\n'],
    ['properties', 'a.b=1\na.c=2\nb.d.e=x\\\n  more\nb.f: 4\nc.g=5\nc.h=6\nd.i=1\nd.j=1\nd.k=1\nd.l=1\nd.m=1\n'],
  ])('%s', (what, text) => {
    expect(treeOf(text).what).toBe(what)
  })

  it.each([
    ['a list of sentences', 'Note: this is\nWarning: that is\nNote: and so\nWarning: on\n'],
    ['shell', 'A=1\nB=2\nif [ "$A" = 1 ]; then\n  echo $B\nfi\nC=3\nD=4\n'],
    ['Python', 'import os\nA = 1\nB = 2\ndef f(x):\n    return x\nC = f(A)\nD = f(B)\n'],
    ['columns', 'Name:      a\nPort:      80\nHost:      b\nList:\n  First:   1\n  Second:  2\n'],
    ['names that stand twice', lines(40, (i) => `web: started ${i}\n  pid: ${i}\n`)],
    ['JSON', '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}\n'],
    ['logfmt', lines(30, (i) => `ts=${i} level=info msg=done\n`)],
  ])('no config file: %s', (_, text) => {
    expect(findConfig(createSource(text))).toBeUndefined()
  })

  it('what a failing command prints is its report', () => {
    const text = `services:\n${lines(300, (i) => `  web${i}:\n    port: ${i}\n`)}`
    expect(digest(text, { budget: 300 }).receipt.kind).toBe('config')
    expect(digest(text, { budget: 300, exitCode: 1 }).receipt.kind).toBe('log')
  })
})

describe('YAML', () => {
  it('a key stands below the key with less indentation, an item below the key of its own column', () => {
    const tree = treeOf('a:\n  b:\n  - c: 1\n    d: 2\n  - c: 3\n  e: 4\nf: 5\n')
    expect([...tree.parent]).toEqual([0, 1, 2, 3, 2, 1, 0])
    expect([...tree.record]).toEqual([0, 0, 3, 3, 5, 0, 0])
  })

  it('a text of several lines belongs to its key, whatever it looks like', () => {
    const tree = treeOf('run: |\n  key: value\n\n  # no comment\n  - no item\nnext: >-\n   folded: text\nlast:\n  x: 1\n  y: 2\n')
    expect([...tree.parts]).toEqual([
      PART.key,
      PART.text,
      PART.blank,
      PART.text,
      PART.text,
      PART.key,
      PART.text,
      PART.key,
      PART.key,
      PART.key,
    ])
    expect([...tree.parent].slice(1, 5)).toEqual([1, 0, 1, 1])
  })

  it('a colon inside quotes, an address or a time is no key', () => {
    expect(labels('"a: b": 1\nurl: http://x:80/y\n\'c\': 2\ntime: 10:20:30\nd:\n  e: f\n')).toEqual([
      'a: b',
      'url',
      'c',
      'time',
      'd',
      'e',
    ])
  })

  it('maps with the same names are records, and lines of one sort', () => {
    const tree = treeOf(`services:\n${lines(5, (i) => `  web${i}:\n    image: x\n    port: ${i}\n`)}volumes:\n  data: {}\n`)
    expect(tree.record[2]).toBe(2)
    expect(tree.path[3]).toBe(tree.path[6])
    expect(tree.record[16]).toBe(0)
  })
})

describe('what is shown', () => {
  const records = lines(
    60,
    (i) =>
      `- name: set-${i}\n  spec:\n    replicas: 3\n    image: shop/${i}:1\n  status:\n    ready: ${i === 41 ? 'false' : 'true'}\n${i === 41 ? '    reason: VolumeLost\n' : ''}`,
  )
  const text = `kind: List\nitems:\n${records}`

  it('the one record that is not as the others, with its name', () => {
    const { text: shown } = run(text, { budget: 200, mode: 'verbatim' })
    expect(shown).toContain('- name: set-41')
    expect(shown).toContain('    ready: false')
    expect(shown).toContain('    reason: VolumeLost')
  })

  it('D7: what is hidden is named, and its lines can be opened', () => {
    const { text: shown } = run(text, { budget: 300, mode: 'verbatim' })
    expect(shown).toMatch(/\[diet\] L\d+-\d+ not shown: \d+ lines \(\d+ items of items: set-\d+, /)
  })

  it('a comment that warns stays, others go first', () => {
    const many = lines(
      80,
      (i) =>
        `# about part ${i}\npart${i}:\n  size: ${i}\n${i === 50 ? '# Do not lower: the index needs it\n' : ''}  kind: plain\n`,
    )
    const { text: shown } = run(many, { budget: 200, mode: 'verbatim' })
    expect(shown).toContain('# Do not lower: the index needs it')
    expect(shown).not.toContain('# about part 40')
  })

  it('a long value is cut with its length, and its name stays', () => {
    const blob = 'QUJD'.repeat(400)
    const { text: shown } = run(`${lines(60, (i) => `KEY_${i}=value ${i}\n`)}BLOB=${blob}\n`, { budget: 150, query: 'BLOB' })
    expect(shown).toMatch(/^BLOB=(?:QUJD)+[QUJ]* \[diet\] \+ \d+ chars of L61$/m)
  })

  it('the names above a key that the query asks for are shown with it', () => {
    const deep = lines(80, (i) => `part${i}:\n  inner:\n    size: ${i}\n    ${i === 60 ? 'zeppelin' : 'balloon'}: 1\n`)
    const { text: shown } = run(deep, { budget: 150, query: 'zeppelin', mode: 'verbatim' })
    expect(shown).toMatch(/^part60:\n {2}inner:\n(?:.*\n)? {4}zeppelin: 1$/m)
  })

  it('INI and TOML: a key is shown under its section', () => {
    const ini = lines(40, (i) => `[part${i}]\nsize = ${i}\nmode = plain\nlimit = ${i === 30 ? 90000 : 10 + (i % 3)}\n`)
    const { text: shown } = run(ini, { budget: 150, mode: 'verbatim' })
    expect(shown).toMatch(/^\[part30\]\n(?:\[diet\].*\n|size.*\n|mode.*\n)*limit = 90000$/m)
  })
})

describe('a gap', () => {
  const tree = treeOf('a:\n  b: 1\n  c: 2\nd: 3\nlist:\n- name: x\n  v: 1\n- name: y\n  v: 2\n')
  const say = describeGap(tree)

  it('names what stands at its top, with the lines below', () => {
    expect(say([1, 4], 100)).toBe('a 3, d')
    expect(say([2, 3], 100)).toBe('b, c')
  })

  it('names the items of a list', () => {
    expect(say([6, 9], 100)).toBe('2 items of list: x, y')
    expect(say([6, 9], 15)).toBe('2 items of list')
  })

  it('says nothing where there is no room', () => {
    expect(say([1, 4], 2)).toBeUndefined()
  })
})

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'error', 'x-y', 'a.b')
const value = fc.oneof(word, fc.integer().map(String), fc.constant('|'), fc.constant('"q: w"'), fc.constant(''))
const yaml = fc
  .array(fc.tuple(fc.nat(3), fc.boolean(), word, value, fc.boolean()), { minLength: 20, maxLength: 120 })
  .map((rows) =>
    rows
      .map(
        ([depth, isItem, name, text, comment], i) =>
          `${'  '.repeat(depth)}${isItem ? '- ' : ''}${name}${i}: ${text}${comment ? ' # note' : ''}`,
      )
      .join('\n'),
  )

describe('properties', () => {
  it('any YAML: verified, within the budget, the same again', () => {
    fc.assert(
      fc.property(yaml, fc.integer({ min: 30, max: 300 }), fc.constantFrom('auto', 'verbatim'), (text, budget, mode) => {
        const options: DigestOptions = { budget, mode, kind: 'config' }
        expect(run(text, options).text).toBe(digest(text, options).text)
      }),
      { numRuns: RUNS },
    )
  })

  it('any text that is said to be a config file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.integer({ min: 10, max: 60 }), (text, budget) => {
        run(text, { budget, kind: 'config' })
      }),
      { numRuns: RUNS },
    )
  })

  it('each line has a part, and stands below an earlier one', () => {
    fc.assert(
      fc.property(yaml, (text) => {
        const tree = readAsConfig(createSource(text))
        tree.parent.forEach((above, i) => {
          expect(above).toBeLessThanOrEqual(i)
        })
        tree.parts.forEach((part, i) => {
          expect(part === PART.blank).toBe(tree.source.line(i + 1).trim() === '')
        })
      }),
      { numRuns: RUNS },
    )
  })
})
