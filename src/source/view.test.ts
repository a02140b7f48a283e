import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewOf, viewWith } from './view.ts'

const ESC = '\u001b'
const BOTH = { ansi: true, cr: true }
const surrogatesPaired = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)

describe('plain lines', () => {
  it.each(['', 'plain', '  indented\ttabs', '日本語 🍃 é', 'a\u0000b\u009d'])('returns %j itself', (line) => {
    expect(viewOf(line)).toBe(line)
    expect(viewWith(line, BOTH)).toEqual({ text: line, ansi: false, cr: false })
  })
})

describe('E5: control sequences', () => {
  it.each<[string, string, string]>([
    ['colour', `${ESC}[1;38;5;196mERROR${ESC}[0m disk full`, 'ERROR disk full'],
    ['colon parameters', `${ESC}[38:2::255:0:0mred${ESC}[m`, 'red'],
    ['private parameters', `${ESC}[?25lhidden cursor${ESC}[?25h`, 'hidden cursor'],
    ['intermediate bytes', `a${ESC}[2 qb${ESC}[!pc`, 'abc'],
    ['C1 CSI', 'a\u009b31mb\u009b0mc', 'abc'],
    ['OSC title with BEL', `${ESC}]0;my title\u0007$ make`, '$ make'],
    ['OSC title with ST', `${ESC}]2;my title${ESC}\\$ make`, '$ make'],
    ['OSC 8 link', `see ${ESC}]8;id=1;https://e.org/x${ESC}\\docs${ESC}]8;;${ESC}\\ now`, 'see docs now'],
    ['DCS', `a${ESC}Pq#0;2;0${ESC}\\b`, 'ab'],
    ['APC with BEL', `${ESC}_bk;t=1714564800123\u0007text`, 'text'],
    ['PM', `a${ESC}^private${ESC}\\b`, 'ab'],
    ['DCS with doubled escapes', `a${ESC}Ptmux;${ESC}${ESC}]0;t\u0007${ESC}\\b`, 'ab'],
    ['charset', `${ESC}(B${ESC})0text${ESC}%G`, 'text'],
    ['two chars', `${ESC}7a${ESC}8b${ESC}=c${ESC}Md`, 'abcd'],
    ['lone bell', 'done\u0007', 'done'],
    ['colour and erase of a compiler', `${ESC}[01;31m${ESC}[Kerror: ${ESC}[m${ESC}[Kmissing ;`, 'error: missing ;'],
    ['truncated CSI', `text${ESC}[38;5`, 'text'],
    ['truncated escape', `text${ESC}`, 'text'],
    ['truncated charset', `text${ESC}(`, 'text'],
    ['truncated OSC', `text${ESC}]8;;https://e.or`, 'text'],
    ['CSI broken by a letter outside ASCII', `a${ESC}[3é`, 'aé'],
    ['escape before an escape', `a${ESC}${ESC}[31mb`, 'ab'],
  ])('strips %s', (_name, line, text) => {
    expect(viewWith(line, BOTH)).toEqual({ text, ansi: true, cr: false })
    expect(viewOf(line)).toBe(text)
    // Nothing here redraws, so the other normalization alone changes nothing.
    expect(viewWith(line, { ansi: false, cr: true })).toEqual({ text: line, ansi: false, cr: false })
  })

  it('E5: a coloured tracing line', () => {
    const line = `${ESC}[2m2024-05-01T12:00:00Z${ESC}[0m ${ESC}[32m INFO${ESC}[0m ${ESC}[2mapp::db${ESC}[0m${ESC}[2m:${ESC}[0m connected`
    expect(viewOf(line)).toBe('2024-05-01T12:00:00Z  INFO app::db: connected')
  })
})

describe('E6: redrawn lines', () => {
  it.each<[string, string, string]>([
    ['last frame', '10%\r50%\r100%', '100%'],
    ['a carriage return with nothing behind it', '10%\r100%\r', '100%'],
    ['a shorter frame is no overlay', 'downloading 10%\rdone', 'done'],
    ['blanked and then written', 'building…\r         \rdone', 'done'],
    ['blanked at the end', 'done\r    \r', 'done'],
    ['frames begin with blanks', '  1%\r  2%', '  2%'],
    ['many carriage returns', 'a\r\r\rb\r\r', 'b'],
    ['a line end is not ours, its carriage return is', 'text\r', 'text'],
    ['backspaces', 'N\bNA\bAM\bME\bE', 'NAME'],
    ['spinner', '|\b/\b-\b\\\bok', 'ok'],
    ['spinner behind text', 'npm install |\b/\b-\bdone', 'npm install done'],
    ['a spinner erases its last char', 'wait |\b/\b-\b', 'wait '],
    ['backspace over an astral char', 'a🍃\bb', 'ab'],
    ['backspace over a lone low surrogate', 'ab\udf43\bc', 'abc'],
    ['backspaces stop at the start of the frame', 'abc\rx\b\b\by', 'y'],
    ['ESC[1G', `10%${ESC}[1G100%`, '100%'],
    ['ESC[G', `10%${ESC}[G100%`, '100%'],
    ['ESC[2K and a carriage return', `building${ESC}[2K\rdone`, 'done'],
    ['ESC[2K and ESC[1G', `building${ESC}[2K${ESC}[1Gdone`, 'done'],
    ['ESC[2K at the end', `done${ESC}[2K`, 'done'],
    ['carriage return and ESC[K', `building\r${ESC}[Kdone`, 'done'],
    ['ESC[H', `building${ESC}[Hdone`, 'done'],
    ['a position in the first column', `building${ESC}[12;1Hdone`, 'done'],
    ['ESC[nD to the first column', `10%${ESC}[3D100%`, '100%'],
    ['ESC[nD beyond the first column', `10%${ESC}[1000D100%`, '100%'],
    ['ESC[nD within the line', `at 10%${ESC}[3D100%`, 'at 100%'],
    ['ESC[nG within the line', `at 10%${ESC}[4G100%`, 'at 100%'],
  ])('E6: %s', (_name, line, text) => {
    expect(viewWith(line, BOTH)).toEqual({ text, ansi: false, cr: true })
    expect(viewOf(line)).toBe(text)
  })

  it.each<[string, string, string, boolean]>([
    ['a colour that crosses the overwritten part', `${ESC}[31m10%\r100%${ESC}[0m`, '100%', true],
    ['a colour of the overwritten part alone', `${ESC}[31m10%${ESC}[0m\r100%`, '100%', false],
    ['a link that crosses the overwritten part', `${ESC}]8;;https://e.org${ESC}\\get\rgot${ESC}]8;;${ESC}\\ it`, 'got it', true],
    ['a link cut by the redraw', `get ${ESC}]8;;https://e.o\rgot`, 'got', false],
    ['a colour cut by the redraw', `get ${ESC}[38;5\rgot`, 'got', false],
    ['blanks and colours behind the last frame', `100%\r${ESC}[0m  `, '100%', false],
  ])('E6: %s leaks nothing', (_name, line, text, ansi) => {
    expect(viewWith(line, BOTH)).toEqual({ text, ansi, cr: true })
  })

  it('E6: a redraw of nothing is a plain sequence', () => {
    expect(viewWith(`${ESC}[2K${ESC}[1Gtext`, BOTH)).toEqual({ text: 'text', ansi: true, cr: false })
    expect(viewWith(`text${ESC}[40G`, BOTH)).toEqual({ text: 'text', ansi: true, cr: false })
  })
})

describe('switches', () => {
  const line = `10%\r${ESC}[32m10\b0${ESC}[0m`
  it('both', () => expect(viewWith(line, BOTH)).toEqual({ text: '10', ansi: true, cr: true }))
  it('ansi alone', () => expect(viewWith(line, { ansi: true, cr: false })).toEqual({ text: '10%\r10\b0', ansi: true, cr: false }))
  it('cr alone', () =>
    expect(viewWith(line, { ansi: false, cr: true })).toEqual({ text: `${ESC}[32m10${ESC}[0m`, ansi: false, cr: true }))
  it('none', () => expect(viewWith(line, { ansi: false, cr: false })).toEqual({ text: line, ansi: false, cr: false }))
  it('ansi alone strips redraws as plain sequences', () =>
    expect(viewWith(`10%${ESC}[1G100%`, { ansi: true, cr: false })).toEqual({ text: '10%100%', ansi: true, cr: false }))
})

describe('properties', () => {
  const piece = fc.constantFrom(
    'a',
    'é',
    '🍃',
    ' ',
    '\t',
    '\r',
    '\b',
    ESC,
    '\u009b',
    '\u0007',
    '[',
    ']',
    ';',
    '1',
    '20',
    'm',
    'K',
    'G',
    'D',
    'H',
    '\\',
    '(',
    'P',
  )
  const line = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  it('shows no control char, invents nothing and breaks no surrogate pair', () => {
    fc.assert(
      fc.property(line, (source) => {
        const { text } = viewWith(source, BOTH)
        expect(text).not.toMatch(/[\u001b\u009b\r\b\u0007]/)
        expect(surrogatesPaired(text)).toBe(true)
        let at = 0
        for (const char of text) {
          at = source.indexOf(char, at)
          expect(at).toBeGreaterThanOrEqual(0)
          at += char.length
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('says which normalization changed the text, and changes a view no more', () => {
    fc.assert(
      fc.property(line, fc.boolean(), fc.boolean(), (source, ansi, cr) => {
        const view = viewWith(source, { ansi, cr })
        if (view.text !== source) expect(view.ansi || view.cr).toBe(true)
        else expect(view.ansi && view.cr).toBe(false)
        if (!ansi) expect(view.ansi).toBe(false)
        if (!cr) expect(view.cr).toBe(false)
        const whole = viewOf(source)
        expect(viewOf(whole)).toBe(whole)
      }),
      { numRuns: 3000 },
    )
  })

  it('reads a long hostile line to its end', () => {
    const size = 200_000
    expect(viewOf('x\b'.repeat(size))).toBe('')
    expect(viewOf('ab\r'.repeat(size) + 'c')).toBe('c')
    expect(viewOf(`${ESC}[31m`.repeat(size) + 'c')).toBe('c')
    expect(viewOf(`${ESC}]`.repeat(size) + 'c')).toBe('')
    expect(viewOf('a'.repeat(size) + `${ESC}[1Db`.repeat(size))).toBe('a'.repeat(size - 1) + 'b')
    expect(viewOf('a'.repeat(size) + `b${ESC}[${size}G`.repeat(size)).length).toBe(size - 1)
    expect(viewWith('a'.repeat(size) + `${ESC}[m`.repeat(size) + '\b'.repeat(size), { ansi: false, cr: true }).text).toBe('')
  })
})
