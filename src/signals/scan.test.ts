import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSource } from '../source/source.ts'
import { FLAG, hintsOf, type Scan, scan } from './scan.ts'
import { HINT } from './words.ts'

const ESC = '\u001b'
const CHUNK = 1 << 16

interface Row {
  readonly fine: string
  readonly coarse: number
  readonly hints: number
  readonly flags: number
  readonly indent: number
}
const rowAt = ({ shape, fine, fine2, coarse, hints, flags, indent }: Scan, i: number): Row => ({
  fine: `${fine[shape[i]!]} ${fine2[shape[i]!]}`,
  coarse: coarse[shape[i]!]!,
  hints: hints[shape[i]!]!,
  flags: flags[i]!,
  indent: indent[i]!,
})
const rowsOf = (text: string): Row[] => {
  const source = createSource(text)
  const scanned = scan(source)
  return Array.from({ length: source.lines }, (_, i) => rowAt(scanned, i))
}
const rowOf = (line: string): Row => rowsOf(line)[0]!
const sameShape = (a: string, b: string): boolean => rowOf(a).fine === rowOf(b).fine
const sameCoarse = (a: string, b: string): boolean => rowOf(a).coarse === rowOf(b).coarse

describe('fine shapes', () => {
  it.each([
    ['took 3 ms', 'took 1204 ms'],
    ['batch=75584 shard=56', 'batch=1 shard=9'],
    ['2024-01-02T03:04:05Z start', '2025-11-30T23:59:59Z start'],
    ['commit 4f3a9c1b', 'commit 00ffee99a'],
    ['request 0a1b2c3d4e5f done', 'request ffffffff0000 done'],
    ['worker-12: idle', 'worker-7: idle'],
    ['INFO Ready', 'info ready'],
  ])('fall together: %s and %s', (a, b) => expect(sameShape(a, b)).toBe(true))

  it.each([
    ['3 errors', '0 errors'],
    ['10 failed', '0 failed'],
    ['Failures: 1', 'Failures: 0'],
    ['exit code 1', 'exit code 0'],
    ['✓ adds tax', '✗ adds tax'],
    ['● adds tax', '○ adds tax'],
    ['adds tax', 'adds text'],
    ['a b', 'a  b'],
    ['a: b', 'a; b'],
    ['"GET / HTTP/1.1" 200 612', '"GET / HTTP/1.1" 502 612'],
    ['"GET / HTTP/1.1" 404 612', '"GET / HTTP/1.1" 200 612'],
    ['{"level":30,"msg":"x"}', '{"level":50,"msg":"x"}'],
    ['{"level": 30, "msg": "x"}', '{"level": 50, "msg": "x"}'],
    ['E0102 03:04:05.1 1 a.go:1] x', 'I0102 03:04:05.1 1 a.go:1] x'],
    ['失败', '成功'],
    ['ошибка', 'успешно'],
    ['été', 'etes'],
  ])('stay apart: %s and %s', (a, b) => expect(sameShape(a, b)).toBe(false))

  it('do not see indentation, which stands beside them', () => {
    expect(sameShape('    at run', 'at run')).toBe(true)
    expect(rowOf('\t  at run').indent).toBe(3)
    expect(rowOf(`${' '.repeat(300)}x`).indent).toBe(255)
  })
})

describe('coarse shapes', () => {
  it.each([
    ['✓ adds tax (3 ms)', '✓ rounds half up (12 ms)'],
    ['Compiling serde v1.0.1', 'Compiling thiserror v2.10.33'],
  ])('also mask words: %s and %s', (a, b) => {
    expect(sameShape(a, b)).toBe(false)
    expect(sameCoarse(a, b)).toBe(true)
  })

  it.each([
    ['✓ adds tax', '✗ adds tax'],
    ['adds tax: ok', 'adds tax: failed'],
    ['adds tax', 'adds tax (3 ms)'],
  ])('keep marks and words that hint at something: %s and %s', (a, b) => expect(sameCoarse(a, b)).toBe(false))
})

describe('hints', () => {
  it.each([
    ['English', 'failed', HINT.fail],
    ['English', 'the build FAILED', HINT.fail],
    ['English', 'panic', HINT.fatal],
    ['English', 'cannot', HINT.problem],
    ['English', 'deprecated', HINT.warn],
    ['English', 'passed', HINT.pass],
    ['English', 'skipped', HINT.skip],
    ['English', 'expected', HINT.compare],
    ['English', 'exit', HINT.exit],
    ['English', 'caused', HINT.cause],
    ['German', 'Fehler', HINT.fail],
    ['German', 'fehlgeschlagen', HINT.fail],
    ['German', 'Warnung', HINT.warn],
    ['French', 'erreur', HINT.fail],
    ['French', 'Échec de la connexion', HINT.fail],
    ['Spanish', 'excepción', HINT.fail],
    ['Spanish', 'falló', HINT.fail],
    ['Portuguese', 'falhou', HINT.fail],
    ['Italian', 'errore', HINT.fail],
    ['Dutch', 'mislukt', HINT.fail],
    ['Polish', 'BŁĄD', HINT.fail],
    ['Polish', 'wyjątek', HINT.fail],
    ['Turkish', 'başarısız', HINT.fail],
    ['Czech', 'chyba', HINT.fail],
    ['Swedish', 'misslyckades', HINT.fail],
    ['Danish', 'fejl', HINT.fail],
    ['Norwegian', 'feil', HINT.fail],
    ['Finnish', 'virhe', HINT.fail],
    ['Hungarian', 'hiba', HINT.fail],
    ['Romanian', 'eroare', HINT.fail],
    ['Indonesian', 'gagal', HINT.fail],
    ['Russian', 'Ошибка', HINT.fail],
    ['Russian', 'СБОЙ', HINT.fail],
    ['Russian', 'предупреждение', HINT.warn],
    ['Ukrainian', 'помилка', HINT.fail],
    ['Greek', 'σφάλμα', HINT.fail],
    ['Hebrew', 'שגיאה', HINT.fail],
    ['Arabic', 'فشل', HINT.fail],
    ['Hindi', 'त्रुटि', HINT.fail],
    ['Thai', 'ข้อผิดพลาด', HINT.fail],
    ['Vietnamese', 'lỗi', HINT.fail],
    ['Chinese', '连接失败', HINT.fail],
    ['Chinese', '發生錯誤', HINT.fail],
    ['Chinese', '警告', HINT.warn],
    ['Chinese', '成功', HINT.pass],
    ['Japanese', '処理に失敗しました', HINT.fail],
    ['Japanese', 'エラー', HINT.fail],
    ['Korean', '오류', HINT.fail],
    ['Korean', '실패했습니다', HINT.fail],
  ])('%s: %s', (_language, text, hint) => {
    expect(hintsOf(text) & hint).toBe(hint)
    /* The same in the middle of a line of a source. */
    expect(rowOf(`12 ${text} 34`).hints & hint).toBe(hint)
  })

  it.each([
    ['KeyError', true],
    ['java.io.IOException:', true],
    ['AssertionFailure', true],
    ['Error', false],
    ['keyerror', false],
    ['Errors', false],
  ])('typed: %s', (text, typed) => expect((hintsOf(text) & HINT.typed) !== 0).toBe(typed))

  it('need the whole word', () => {
    for (const word of ['failover', 'errorless', 'mypanicbutton', 'xfailx', 'errno'])
      expect([word, hintsOf(word) & (HINT.fail | HINT.fatal)]).toEqual([word, 0])
    expect(hintsOf('error_count')).toBe(0)
  })

  it('tell a lone zero from other numbers', () => {
    expect(hintsOf('0') & HINT.none).toBe(HINT.none)
    expect(hintsOf('10') & HINT.none).toBe(0)
    expect(hintsOf('00') & HINT.none).toBe(0)
  })

  it('add up over the words of a line', () => {
    const hints = hintsOf('3 failed, 2 passed, caused by timeout')
    for (const hint of [HINT.fail, HINT.pass, HINT.cause, HINT.problem]) expect(hints & hint).toBe(hint)
  })
})

describe('flags', () => {
  it('blank', () => {
    for (const line of ['', ' ', '\t\t', '   ']) expect(rowOf(`${line}\n`).flags & FLAG.blank).toBe(FLAG.blank)
    expect(rowOf('x').flags & FLAG.blank).toBe(0)
  })

  it.each([
    ['at a.ts:12', true],
    ['src/a.ts:12:5 - error', true],
    ['12:30', true],
    ['line 12', false],
    ['a: 12', false],
    [':12', false],
  ])('location: %s', (line, has) => expect((rowOf(line).flags & FLAG.location) !== 0).toBe(has))

  it('non-ASCII text and control characters', () => {
    expect(rowOf('né').flags & FLAG.nonAscii).toBe(FLAG.nonAscii)
    expect(rowOf('ne').flags & (FLAG.nonAscii | FLAG.control)).toBe(0)
    expect(rowOf(`${ESC}[31mred${ESC}[0m`).flags & FLAG.control).toBe(FLAG.control)
  })
})

describe('what a reader sees decides', () => {
  const same = (a: string, b: string): void => expect({ ...rowOf(a), flags: 0 }).toEqual({ ...rowOf(b), flags: 0 })

  it('colors do not count', () => {
    same(`${ESC}[31m✗${ESC}[39m adds ${ESC}[1mtax${ESC}[22m failed`, '✗ adds tax failed')
    same(`  ${ESC}[2mat a.ts:1${ESC}[0m`, '  at a.ts:1')
  })

  it('of a line drawn anew, the last frame counts', () => {
    same('failed 10%\rfailed 50%\rdone 100%', 'done 100%')
    expect(rowOf('failed 10%\rok').hints & HINT.fail).toBe(0)
  })

  it('line ends do not count', () => {
    const lines = ['3 failed', '', '  ✓ 是', 'a.ts:1', 'end']
    const plain = rowsOf(lines.join('\n'))
    expect(rowsOf(lines.join('\r\n'))).toEqual(plain)
    expect(rowsOf(`${lines.join('\n')}\n`)).toEqual(plain)
    expect(rowsOf(`${lines.join('\r\n')}\r\n`)).toEqual(plain)
  })
})

/** Pieces that meet in real lines, with what breaks scanners among them. */
const PIECES = [
  'error',
  'failed',
  'ok',
  'a',
  'Zz_9',
  'deadbeef',
  '0',
  '7',
  '42',
  ' ',
  '\t',
  ':',
  '-',
  '"',
  ' "',
  '" 5',
  '.',
  '=',
  '✓',
  '✗',
  '…',
  '🚀',
  '👩‍👧',
  'é',
  'e\u0301',
  '错误',
  'ошибка',
  '오류',
  '\ud800',
  '\udc00',
  '\ufeff',
  '\u00a0',
  '\u2028',
  `${ESC}[31m`,
  `${ESC}[0m`,
  '\b',
  '\r',
  '\u0000',
  '\u007f',
  'KeyError',
  'a.ts:12',
]
const piece = fc.constantFrom(...PIECES)
const line = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/\n/g, ' ')),
)
/** A final CR would be part of the line end. */
const lineWithoutEnd = line.map((text) => text.replace(/\r+$/, ''))

describe('a line is scanned by itself', () => {
  it('whatever lines stand around it', () => {
    fc.assert(
      fc.property(fc.array(lineWithoutEnd, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const source = createSource(lines.join(eol))
        fc.pre(source.prefix === undefined)
        const whole = scan(source)
        for (let i = 0; i < source.lines; i++) expect(rowAt(whole, i)).toEqual(rowOf(`${lines[i]}\n`))
      }),
      { numRuns: 200 },
    )
  })

  it('in chunks of ASCII and in others, over chunk ends, and when longer than a chunk', () => {
    const lines = [
      'x failed 3'.padEnd(100, ' y'),
      `a.ts:1 ${'word '.repeat(CHUNK / 5 + 100)}error`,
      'ошибка 12',
      '错误'.repeat(CHUNK / 2 + 50),
      '✗ last',
      `${'🚀'.repeat(CHUNK / 2 + 1)} KeyError`,
      ...Array.from({ length: 3000 }, (_, i) => (i % 7 === 0 ? `✓ шаг ${i} ok` : `step ${i} took ${i * 3} ms in a.ts:${i}`)),
      `${'0 '.repeat(CHUNK)}`,
      'end',
    ]
    const whole = rowsOf(lines.join('\n'))
    expect(whole.length).toBe(lines.length)
    expect(lines.map((text) => rowOf(`${text}\n`))).toEqual(whole)
    /* Far behind the start of a long line, words still count. */
    expect(whole[1]!.hints & HINT.fail).toBe(HINT.fail)
    expect(whole[5]!.hints & HINT.typed).toBe(HINT.typed)
  })

  it('on both sides of a chunk end, whatever the offset', () => {
    for (const shift of [-2, -1, 0, 1]) {
      const filler = `${'x'.repeat(CHUNK + shift - 1)}\n`
      for (const text of ['3 failed', '错误 3', '✗ 🚀']) {
        const rows = rowsOf(`${filler}${text}\n${text}`)
        expect(rows.slice(1)).toEqual([rowOf(`${text}\n`), rowOf(`${text}\n`)])
      }
    }
  })

  it('lone surrogates take one place and break nothing', () => {
    expect(sameShape('a\ud800b', 'a\ud800b')).toBe(true)
    expect(rowsOf('\ud800\n\udc00\nerror\n')[2]!.hints & HINT.fail).toBe(HINT.fail)
  })
})

describe('a shared prefix', () => {
  const bodies = ['npm ci', '  3 failed', '✗ 错误', 'a.ts:12:5 - error', '', 'ok 0', `${ESC}[31mred${ESC}[0m`, 'last line']
  const times = (i: number): string => `2024-05-01T12:00:0${i % 10}.123456${i % 10}Z `
  const services = (i: number): string => (i % 2 === 0 ? 'web-1  | ' : 'db-1   | ')
  /** Same width once and another another time: the fast way and the slow one. */
  const growing = (i: number): string => `[pod/api-${i * 7}/main] `

  it.each([
    ['of one width', times],
    ['of several names', services],
    ['of several widths', growing],
  ])('%s is not scanned', (_name, prefix) => {
    const all = Array.from({ length: 40 }, (_, i) => bodies[i % bodies.length]!)
    const source = createSource(all.map((body, i) => prefix(i) + body).join('\n'))
    expect(source.prefix).toBeDefined()
    const scanned = scan(source)
    expect(all.map((_, i) => rowAt(scanned, i))).toEqual(all.map((body) => rowOf(`${body}\n`)))
  })

  it('that a line lacks marks the line as bare', () => {
    const lines = Array.from({ length: 40 }, (_, i) => (i === 20 ? '    at run (a.ts:1)' : `${times(i)}step ${i}`))
    const scanned = scan(createSource(lines.join('\n')))
    expect([...scanned.flags].map((flag, i) => ((flag & FLAG.bare) !== 0 ? i : -1)).filter((i) => i >= 0)).toEqual([20])
    expect(scanned.indent[20]).toBe(4)
  })
})
