import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { describeGap } from './describe.ts'
import { findProse, isSentence } from './detect.ts'
import { readProse, TEXT } from './read.ts'
import { sentenceStarts } from './sentences.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 200)

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

const names = Object.entries(TEXT)
const rolesOf = (text: string): string[] =>
  [...readProse(createSource(text)).roles].map((role) => names.find(([, value]) => value === role)![0])

describe('lines of a text', () => {
  it('headings of both forms, paragraphs, lists, quotes', () => {
    expect(rolesOf('# A\n\nfirst\nsecond\n\nB\n---\n- one\n- two\n  more\n\n> said\n\n***\n')).toEqual([
      'heading',
      'blank',
      'paragraph',
      'more',
      'blank',
      'heading',
      'frame',
      'item',
      'item',
      'more',
      'blank',
      'quote',
      'blank',
      'frame',
    ])
  })

  it('what stands in a fence is code, whatever it looks like', () => {
    expect(rolesOf('````md\n# no heading\n```\n\nstill\n````\nafter\n')).toEqual([
      'fence',
      'code',
      'code',
      'blank',
      'code',
      'fence',
      'paragraph',
    ])
  })

  it('titles of plain text stand alone', () => {
    expect(rolesOf('CHAPTER ONE\n\nIt was late.\nTHE END IS NEAR\n\n2.1 Rules of the house\n\nNone.\n')).toEqual([
      'heading',
      'blank',
      'paragraph',
      'more',
      'blank',
      'heading',
      'blank',
      'paragraph',
    ])
  })

  it('each line knows the heading above it', () => {
    expect([...readProse(createSource('a\n# B\nc\n## D\ne\n')).heading]).toEqual([0, 0, 2, 0, 4])
  })
})

describe('sentences', () => {
  const cut = (text: string): string[] => {
    const starts = [...sentenceStarts(createSource(text), 10)]
    return starts.map((at, i) => text.slice(at, starts[i + 1]).trim())
  }

  it('end at a stop and white space', () => {
    expect(cut('It failed. Why? Nobody knows! "So it is." The end.')).toEqual([
      'It failed.',
      'Why?',
      'Nobody knows!',
      '"So it is."',
      'The end.',
    ])
  })

  it('do not end in numbers, names of files and short forms', () => {
    expect(cut('Use version 1.2.3 of app.js, e.g. the one of Dr. Who, not 2.0 here.')).toHaveLength(1)
  })

  it('E3: of Chinese end without white space', () => {
    expect(cut('渡船晚点了。船员在等待灯塔的消息！夜班有钥匙。')).toEqual([
      '渡船晚点了。',
      '船员在等待灯塔的消息！',
      '夜班有钥匙。',
    ])
  })

  it.each([
    ['The gate is closed when the wind is above nine.', true],
    ['Das Tor wird geschlossen, wenn der Wind zu stark ist.', true],
    ['风力超过九级时关闭三号闸门，任何人不得打开。', true],
    ['2026-01-02 10:00:01 INFO [main] c.s.Cart - total=3', false],
    ['  at Object.run (/srv/app/cart.js:12:7)', false],
    ['Downloading part_1-1.0-py3-none-any.whl (12 kB)', false],
    ['const total = items.reduce((a, b) => a + b.price, 0)', false],
  ])('%s: %s', (text, expected) => {
    expect(isSentence(text)).toBe(expected)
  })
})

const NOUNS = [
  'tide',
  'harbor',
  'pilot',
  'anchor',
  'lantern',
  'ferry',
  'signal',
  'buoy',
  'chart',
  'keel',
  'crane',
  'berth',
  'rope',
]
const noun = (i: number): string => NOUNS[i % NOUNS.length]!
const sentence = (i: number): string =>
  [
    `The ${noun(i)} desk checks the ${noun(i * 3 + 1)} list before the ${noun(i * 5 + 2)} leaves.`,
    `When a ${noun(i + 4)} is late, the crew of the ${noun(i * 7)} waits for a word.`,
    `Nobody may move the ${noun(i * 11)} while the ${noun(i + 2)} is on its way to the ${noun(i * 2)}.`,
  ][i % 3]!
const section = (i: number, extra = ''): string =>
  `## About the ${noun(i)} ${i}\n\n${sentence(i)}\n${sentence(i + 1)}\n\n${extra}${sentence(i * 2 + 5)}\n${sentence(i * 2 + 6)}\n\n`
const handbook = (extra: (i: number) => string): string =>
  `# Handbook\n\n${Array.from({ length: 30 }, (_, i) => section(i, extra(i))).join('')}`

describe('what is shown', () => {
  it('sections by their headings and first sentences, breadth before depth', () => {
    const text = handbook(() => '')
    const { text: shown, receipt } = run(text, { budget: 600, mode: 'verbatim' })
    expect(receipt.kind).toBe('prose')
    expect(shown).toContain('# Handbook\n')
    expect(shown.match(/^## /gm)!.length).toBeGreaterThan(20)
  })

  it('D7: what is left out is said, with its headings', () => {
    const { text: shown } = run(
      handbook(() => ''),
      { budget: 150 },
    )
    expect(shown).toMatch(/^\[diet\] L\d+-\d+ not shown: \d+ lines \((?:sections? About the |\d+ sections?\))/m)
  })

  it('a decision and a warning stay', () => {
    const text = handbook((i) => (i === 17 ? '**Decision**: gate 3 stays shut.\n\n> Warning: the rope is worn.\n\n' : ''))
    const { text: shown } = run(text, { budget: 250 })
    expect(shown).toContain('**Decision**: gate 3 stays shut.')
    expect(shown).toContain('> Warning: the rope is worn.')
  })

  it('what the query names, under its heading', () => {
    const text = handbook((i) => (i === 22 ? 'The zeppelin is moored at the east mast.\n\n' : ''))
    const { text: shown } = run(text, { budget: 200, query: 'where is the zeppelin' })
    expect(shown).toMatch(/^## About the \w+ 22\n(?:(?!## ).*\n)*The zeppelin is moored at the east mast\.$/m)
  })

  it('code under its fence', () => {
    const text = handbook((i) => (i === 9 ? '```sh\nlist-ships --berth 4\n```\n\n' : ''))
    expect(run(text, { budget: 400, query: 'list-ships' }).text).toContain('```sh\nlist-ships --berth 4\n')
  })

  it('of paragraphs on one line each, sentences as they stand, with their places', () => {
    const text = Array.from(
      { length: 30 },
      (_, i) =>
        `${Array.from({ length: 5 }, (_, k) => sentence(i * 7 + k)).join(' ')}${i === 19 ? ' The root cause was a worn rope.' : ''}\n\n`,
    ).join('')
    const { text: shown } = run(text, { budget: 300, query: 'root cause', mode: 'verbatim' })
    const [, line, at, part] = /^\[diet\] L(\d+)@(\d+): (.*The root cause was a worn rope\.)$/m.exec(shown)!
    expect(createSource(text).line(Number(line)).slice(Number(at))).toBe(part)
  })

  it('a sentence that goes on over lines is not shown from its middle', () => {
    const text = Array.from(
      { length: 60 },
      (_, i) =>
        `The ${noun(i)} desk of the office checks the list before each\ndeparture, and writes a ${i === 40 ? 'zeppelin' : noun(i * 3)} into the book.\n\n`,
    ).join('')
    const { text: shown } = run(text, { budget: 150, query: 'zeppelin', mode: 'verbatim' })
    expect(shown).toContain(
      `The ${noun(40)} desk of the office checks the list before each\ndeparture, and writes a zeppelin into the book.`,
    )
  })

  it('equal paragraphs once, with their number', () => {
    const text = `${sentence(1)}\n\n${`${sentence(4)} ${sentence(5)}\n\n`.repeat(20)}Conclusion: the rope is replaced.\n`
    const { text: shown } = run(text, { budget: 100 })
    expect(shown.split(sentence(4)).length - 1).toBe(1)
    expect(shown).toContain('Conclusion: the rope is replaced.')
    expect(shown).toMatch(/\[diet\] \+ same (?:line|2 lines) 19 times/)
  })
})

describe('detection', () => {
  it('a failing command prints a report, and no text', () => {
    expect(
      digest(
        handbook(() => ''),
        { budget: 200, exitCode: 1 },
      ).receipt.kind,
    ).toBe('log')
  })

  it('a text with a prefix of a log on each line is none', () => {
    const text = Array.from({ length: 60 }, (_, i) => `2026-02-03T04:05:${10 + (i % 50)}Z ${sentence(i)}`).join('\n')
    expect(findProse(createSource(text))).toBeUndefined()
  })
})

it('a gap with nothing to say says nothing', () => {
  const say = describeGap(readProse(createSource('# A\n\ntext here\n\n- one\n- two\n')))
  expect(say([3, 6], 40)).toBe('1 paragraph, 2 items')
  expect(say([1, 6], 40)).toBe('section A')
  expect(say([3, 6], 5)).toBeUndefined()
  expect(say([2, 2], 40)).toBeUndefined()
})

const lineOf = fc.oneof(
  fc.nat(60).map(sentence),
  fc.nat(60).map((i) => `${sentence(i)} ${sentence(i + 1)} ${sentence(i + 2)} ${sentence(i + 3)}`),
  fc.constantFrom(
    '',
    '',
    '# Title',
    '## Part',
    '```',
    '- item of a list',
    '> quote',
    '---',
    '风力超过九级时关闭三号闸门。',
    '[diet] L3',
    'a [+12] b',
    '\u{1F600} end.',
  ),
)

describe('the end', () => {
  it('shows how the last paragraph begins, also where its last sentence was said before', () => {
    const more = 'Each release needed a checklist printed on paper. The team cheered when nothing broke at night.'
    const source = Array.from({ length: 14 }, (_, i) => `Chapter ${i} tells of the machines in hall ${i}. ${more}`).join('\n\n')
    expect(digest(source, { budget: 260, mode: 'verbatim', kind: 'prose' }).text).toContain(
      'Chapter 13 tells of the machines in hall 13.',
    )
  })
})

describe('properties', () => {
  it('any text: verified, within the budget, the same again', () => {
    fc.assert(
      fc.property(
        fc.array(lineOf, { minLength: 10, maxLength: 120 }),
        fc.integer({ min: 30, max: 400 }),
        fc.constantFrom('auto', 'verbatim'),
        fc.constantFrom('\n', '\r\n'),
        (lines, budget, mode, eol) => {
          const options: DigestOptions = { budget, mode, kind: 'prose', query: 'rope' }
          const text = lines.join(eol)
          expect(run(text, options).text).toBe(digest(text, options).text)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('any text that is said to be prose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), fc.integer({ min: 10, max: 90 }), (text, budget) => {
        run(text, { budget, kind: 'prose' })
      }),
      { numRuns: RUNS },
    )
  })
})
