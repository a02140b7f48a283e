import { describe, expect, test } from 'vitest'
import { getVerb, parseFlags, parseSize } from './parse.ts'

const parse = (verb: string, ...args: string[]) => parseFlags(getVerb(verb), args)

describe('values', () => {
  test('defaults come from the table, what was not given is undefined', () => {
    const values = parse('digest')
    expect(values.number('budget')).toBe(2000)
    expect(values.text('query')).toBeUndefined()
    expect(values.on('json')).toBeUndefined()
    expect(values.on('stash')).toBeUndefined()
  })

  test('all ways to write a value', () => {
    expect(parse('digest', '--budget', '7').number('budget')).toBe(7)
    expect(parse('digest', '--budget=7').number('budget')).toBe(7)
    expect(parse('digest', '-b', '7').number('budget')).toBe(7)
    expect(parse('digest', '-b7').number('budget')).toBe(7)
  })

  test('switches and their negation', () => {
    expect(parse('digest', '--json', '--no-stash').on('json')).toBe(true)
    expect(parse('digest', '--json', '--no-stash').on('stash')).toBe(false)
    expect(parse('digest', '--stash').on('stash')).toBe(true)
  })

  test('repeated flags add up in order', () => {
    expect(parse('check', '--item', 'a b', '--item', 'c').list('item')).toEqual(['a b', 'c'])
    expect(parse('check').list('item')).toEqual([])
  })

  test('a value may begin with dashes when it is no flag of the verb', () => {
    expect(parse('check', '--markers', '--- PASS').list('markers')).toEqual(['--- PASS'])
    expect(parse('digest', '--exit-code', '-9').number('exit-code')).toBe(-9)
    expect(parse('digest', '--query=--json').text('query')).toBe('--json')
  })

  test('an empty query is a value', () => {
    expect(parse('digest', '--query', '').text('query')).toBe('')
  })
})

describe('mistakes say what is wrong and the way out', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['unknown flag', ['digest', '--budgt', '5'], 'digest has no flag "--budgt"; did you mean --budget?'],
    [
      'flag of another verb',
      ['count', '--query', 'x'],
      'count has no flag "--query"; `context-diet count --help` lists the flags',
    ],
    ['negation that does not exist', ['digest', '--no-json'], 'digest has no flag "--no-json"'],
    ['unknown short flag', ['digest', '-z'], 'digest has no flag "-z"'],
    ['missing value at the end', ['digest', '--query'], '--query lacks its value; write --query WORDS'],
    ['missing value before a flag', ['digest', '--query', '--json'], '--query lacks its value; write --query WORDS'],
    ['value of a switch', ['digest', '--json=yes'], '--json takes no value; write --json alone'],
    ['budget 0', ['digest', '--budget', '0'], '--budget is "0"; give a whole number, 1 or more'],
    ['negative budget', ['digest', '--budget', '-5'], '--budget is "-5"; give a whole number, 1 or more'],
    ['budget as text', ['digest', '--budget', 'many'], '--budget is "many"; give a whole number, 1 or more'],
    ['broken number', ['digest', '--budget', '1.5'], '--budget is "1.5"; give a whole number, 1 or more'],
    ['exit code as text', ['digest', '--exit-code', 'x'], '--exit-code is "x"; give a whole number'],
    ['size as text', ['digest', '--limit', 'huge'], '--limit is "huge"; give a number of bytes above 0, such as 64KB or 512MB'],
    ['not among the choices', ['digest', '--mode', 'fast'], '--mode is "fast"; choose auto or verbatim'],
    ['empty path', ['digest', '--input', ''], '--input is empty; give a path'],
    ['twice with different values', ['digest', '-b', '5', '--budget', '6'], '--budget is given twice; keep one of them'],
    ['a file without --input', ['digest', 'ci.log'], 'digest takes no argument "ci.log"; name a file with --input FILE'],
    ['unknown shell', ['completions', 'csh'], 'SHELL is "csh"; choose bash or zsh or fish'],
  ]
  test.each(cases)('%s', (_, [verb, ...args], message) => {
    expect(() => parse(verb!, ...args)).toThrow(message)
  })

  test('unknown verb', () => {
    expect(() => getVerb('digset')).toThrow('there is no verb "digset"; did you mean digest?')
    expect(() => getVerb('summarise')).toThrow('did you mean summarize?')
    expect(() => getVerb('frobnicate')).toThrow('there is no verb "frobnicate"; `context-diet --help` lists the verbs')
    expect(() => getVerb('toString')).toThrow('there is no verb')
  })

  test('an argument with line breaks stays on one line', () => {
    expect(() => getVerb('a\nb\u2028c')).toThrow('there is no verb "a\\nb?c";')
  })
})

test('sizes', () => {
  expect(parseSize('1000')).toBe(1000)
  expect(parseSize('64KB')).toBe(64_000)
  expect(parseSize('64 KiB')).toBe(65_536)
  expect(parseSize('2m')).toBe(2_000_000)
  expect(parseSize('1GiB')).toBe(1_073_741_824)
  for (const wrong of [
    '',
    '0',
    '0MB',
    '-1',
    '1.5MB',
    'MB',
    '5TB',
    '1e9',
    '99999999999999999999',
    '9999999999GB',
    '5constructor',
  ]) {
    expect(parseSize(wrong), wrong).toBeUndefined()
  }
})
