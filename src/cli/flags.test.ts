import { describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { CATEGORIES, FLAGS, type Flag, formatFlag, getFlags, VERB_NAMES, VERBS } from './flags.ts'
import { formatVerbHelp } from './help.ts'
import { getVerb, parseFlags } from './parse.ts'

const names = (flag: Flag): readonly string[] => (flag.negatable ? [flag.name, `no-${flag.name}`] : [flag.name])
const repeated = (list: readonly string[]): readonly string[] => list.filter((item, at) => list.indexOf(item) !== at)

describe('the table of verbs', () => {
  test('has one entry and one command for each name', () => {
    expect(VERBS.map(({ name }) => name)).toEqual([...VERB_NAMES])
    expect(Object.keys(COMMANDS)).toEqual([...VERB_NAMES])
  })

  test.each(VERBS)('$name: one-line doc without full stop, an example that parses', ({ name, doc, examples }) => {
    expect(doc).toMatch(/^[A-Z][^\n]*[^.\n]$/)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect(example).toContain(`context-diet ${name}`)
  })

  test.each(VERBS)('$name: the flags of its examples are its flags', (verb) => {
    for (const example of verb.examples) {
      const words = example
        .slice(example.indexOf('context-diet'))
        .match(/"[^"]*"|\S+/g)!
        .map((word) => word.replaceAll('"', ''))
      expect(() => parseFlags(verb, words.slice(2))).not.toThrow()
    }
  })
})

describe('the table of flags', () => {
  test.each(VERB_NAMES)('%s: no name and no short twice', (verb) => {
    const flags = getFlags(verb)
    expect(repeated(flags.flatMap(names))).toEqual([])
    expect(repeated(flags.flatMap(({ short }) => short ?? []))).toEqual([])
  })

  test.each(FLAGS)('--$name: legal name, placeholder, docs, categories and verbs', (flag) => {
    expect(flag.name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    expect(flag.name).not.toMatch(/^no-/)
    if (flag.short !== undefined) expect(flag.short).toMatch(/^[a-zA-Z]$/)
    expect(flag.doc).toMatch(/^\S[^\n]*[^.\n]$/)
    if (flag.more !== undefined) expect(flag.more).toMatch(/^\S.*\.$/s)
    expect(CATEGORIES).toContain(flag.category)
    expect(flag.verbs.length).toBeGreaterThan(0)
    expect(repeated(flag.verbs)).toEqual([])
    if (flag.value !== undefined) expect(flag.value.placeholder).toMatch(/^[A-Z]+$/)
  })

  test.each(FLAGS)(
    '--$name: only switches are negated, only values repeat or have a default, and the default is legal',
    (flag) => {
      if (flag.negatable) expect(flag.value).toBeUndefined()
      if (flag.repeats) expect(flag.value).toBeDefined()
      if (flag.default === undefined) return
      expect(flag.value).toBeDefined()
      for (const verb of flag.verbs) expect(() => parseFlags(getVerb(verb), [`--${flag.name}=${flag.default}`])).not.toThrow()
    },
  )

  test('a flag of one name has one short and one meaning of its value, whatever the verb', () => {
    for (const flag of FLAGS) {
      const same = FLAGS.filter(({ name }) => name === flag.name)
      expect(new Set(same.map(({ short, value }) => JSON.stringify([short, value?.type]))).size).toBe(1)
    }
  })

  test.each(VERBS)('$name: help names every flag of it and no line is wider than a terminal', (verb) => {
    const help = formatVerbHelp(verb)
    for (const flag of getFlags(verb.name)) expect(help).toContain(formatFlag(flag))
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })
})
