import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldWidth, queryTerms, scanWords, termsOf } from './words.ts'

const shared = (a: string, b: string): string[] => termsOf(a).filter((term) => termsOf(b).includes(term))

test.each([
  ['parseConfigFile', ['pars', 'config', 'fil', 'parseconfigfile']],
  ['parse_config_file', ['pars', 'config', 'fil', 'parseconfigfile']],
  ['parse-config-file', ['pars', 'config', 'fil', 'parseconfigfile']],
  ['HTTPServer', ['http', 'server', 'httpserver']],
  ['PORT', ['port']],
  ['sha256', ['sha', '256', 'sha256']],
  ['__init__', ['init']],
  ['--- a b', ['a', 'b']],
  ['done. Next', ['don', 'next']],
])('%s has the terms %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms)
})

test('a path keeps itself whole, its base name and its names', () => {
  expect(termsOf('../src/api/client.ts:12')).toEqual(['src', 'api', 'client', 'ts', 'src/api/client.ts', 'client.ts', '12'])
  expect(termsOf('src\\api')).toContain('src/api')
  expect(termsOf('java.util.List')).toContain('java.util.list')
})

test('case folds without locale, in every script', () => {
  expect(termsOf('ΟΔΟΣ')).toEqual(termsOf('οδος'))
  expect(termsOf('STRASSE')).toEqual(termsOf('straße'))
  expect(termsOf('ОШИБКА')).toEqual(termsOf('ошибка'))
  expect(termsOf('TITLE')).toEqual(termsOf('title'))
})

test('full-width letters and digits are the usual ones', () => {
  expect(termsOf('ＥＲＲＯＲ　４２')).toEqual(['error', '42'])
})

test('scripts without spaces give pairs of neighbours', () => {
  expect(termsOf('測試失敗')).toEqual(expect.arrayContaining(['測試', '試失', '失敗']))
  expect(queryTerms('失敗')).toEqual(['失敗'])
  expect(shared('測試失敗了', '失敗')).toContain('失敗')
  expect(queryTerms('錯')).toEqual(['錯'])
  expect(termsOf('錯誤')).toContain('錯')
  expect(termsOf('𠀀𠀁')).toContain('𠀀𠀁')
  expect(termsOf('テストtest')).toContain('test')
})

test('forms of one verb or noun have one stem', () => {
  for (const word of ['fail', 'fails', 'failed', 'failing', 'failure', 'failures', 'FAILED'])
    expect(termsOf(word)).toEqual(['fail'])
  for (const word of ['cache', 'caches', 'cached', 'caching']) expect(termsOf(word)).toEqual(['cach'])
  expect(termsOf('stopped')).toEqual(termsOf('stop'))
  expect(termsOf('queries')).toEqual(termsOf('query'))
  expect(termsOf('assertion')).toEqual(termsOf('assert'))
  expect(termsOf('class')).toEqual(['class'])
  expect(termsOf('bus')).toEqual(['bus'])
  expect(termsOf('red')).toEqual(['red'])
})

test('words that only ask do not count in a query', () => {
  expect(queryTerms('Which test failed, and why is the database down?')).toEqual(['test', 'fail', 'databas', 'down'])
  expect(queryTerms("why doesn't it connect")).toEqual(['connect'])
  expect(queryTerms('test TEST tests')).toEqual(['test'])
})

test('a query of nothing but such words keeps them; one without words is empty', () => {
  expect(queryTerms('what is this')).toEqual(['what', 'is', 'this'])
  expect(queryTerms(' ?! ')).toEqual([])
  expect(queryTerms('')).toEqual([])
})

test('words lie inside the text, end in order and never throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('a', 'B', '1', '_', '-', '.', '/', '錯', '\ud800', 'Ａ') }),
      ),
      (text) => {
        const folded = foldWidth(text)
        let before = 0
        scanWords(folded, (from, to) => {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(folded.length)
          expect(to).toBeGreaterThanOrEqual(before)
          before = to
        })
        for (const term of termsOf(text)) expect(term).not.toBe('')
      },
    ),
  )
})

test('the number of words is linear in the text, whatever joins them', () => {
  for (const unit of ['a.', 'a/', 'a_', 'aB', '錯', '_', '-.', 'a1']) {
    let visits = 0
    let chars = 0
    const text = unit.repeat(5000)
    scanWords(text, (from, to) => {
      visits++
      chars += to - from
    })
    expect(visits).toBeLessThanOrEqual(2 * text.length)
    expect(chars).toBeLessThanOrEqual(4 * text.length)
  }
})
