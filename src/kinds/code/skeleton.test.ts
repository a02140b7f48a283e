import { describe, expect, it } from 'vitest'
import type { Language, OutlineNode } from '../../source/code-outline.ts'
import { readSkeleton } from './skeleton.ts'
import { OUTLINES, print, sampleOf } from './testing.ts'

const outline = (text: string, language: Language): string[] => readSkeleton(text, language).map(print)
const names = (text: string, language: Language): string[] => readSkeleton(text, language).map(({ name }) => name)

describe('skeletons of whole files', () => {
  it.each(Object.keys(OUTLINES) as Language[])('%s', (language) => {
    expect(outline(sampleOf(language), language)).toEqual(OUTLINES[language])
  })
})

describe('strings and comments hold no brackets', () => {
  it.each<[string, Language, string]>([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['a template in a template', 'typescript', 'const a = `{ ${`${b("}")} {`} {`\nfunction f() {\n  return 1\n}\n'],
    ['a regular expression', 'javascript', "const a = x.replace(/[/{'\"]/g, '{')\nfunction f() {\n  return 1\n}\n"],
    ['a division', 'javascript', 'const a = b / c; const d = e / f\nfunction f() {\n  return 1\n}\n'],
    ['an apostrophe in JSX', 'tsx', "const A = () => <p>Don't {x}</p>\nfunction f() {\n  return 1\n}\n"],
    ['a lifetime and a char', 'rust', "static C: char = '{';\nfn f<'a>(x: &'a str) {\n    x;\n}\n"],
    ['a raw string', 'rust', 'const S: &str = r##"{ "# {"##;\nfn f() {\n    x;\n}\n'],
    ['a nested comment', 'rust', '/* { /* { */ { */\nfn f() {\n    x;\n}\n'],
    ['a text block', 'java', 'class f {\n  String s = """\n    {{{ " {\n    """;\n}\n'],
    ['digits with separators', 'cpp', "int a = 1'000'000;\nint f() {\n  return 1;\n}\n"],
    ['a raw string of C++', 'cpp', 'auto s = R"x(}}}{ " )x";\nint f() {\n  return 1;\n}\n'],
    ['a backslash at the end of a string', 'c', 'char *s = "\\\\";\nint f(void) {\n  return 1;\n}\n'],
    ['a raw string of Go', 'go', 'var s = `\n{ " {\n`\n\nfunc f() {\n\treturn\n}\n'],
  ])('%s', (_, language, text) => {
    expect(names(text, language).filter((name) => name !== 'A')).toEqual(['f'])
    const f = readSkeleton(text, language).at(-1)!
    expect(text.split('\n')[f.startLine - 1]).toMatch(/f\b/)
    expect(f.bodyEnd).toBe(text.trimEnd().split('\n').length - 1)
  })
})

describe('broken and cut texts', () => {
  it('a read that begins in a body and ends in another', () => {
    const text = '    return x\n  }\n}\n\nfunction a() {\n  return 1\n}\n\nfunction b() {\n  if (x) {\n    y('
    expect(outline(text, 'javascript')).toEqual(['function a 5 [6-6]', 'function b 9 [10-11]'])
  })

  it('a missing brace ends at the next declaration of the same indentation', () => {
    const text = 'export class A {\n  one() {\n    if (x) {\n      y()\n  }\n}\n\nexport function b() {\n  return 1\n}\n'
    expect(names(text, 'typescript')).toEqual(['A', 'one', 'b'])
    expect(readSkeleton(text, 'typescript')[2]).toMatchObject({ startLine: 8, bodyStart: 9, bodyEnd: 9 })
  })

  it('a bracket that is never closed does not swallow Python', () => {
    const text = 'def a():\n    x = (1,\n\ndef b(y):\n    return y\n'
    expect(outline(text, 'python')).toEqual(['function a 1 [2-2]', 'function b 4 [5-5]'])
  })

  it('a read that begins inside of a docstring', () => {
    const text = '    the end of a docstring (\n    """\n    return 1\n\n\ndef b():\n    """Says b."""\n    return 2\n'
    expect(outline(text, 'python')).toEqual(['function b 6 [7-8] doc 7'])
  })

  it('a read that begins inside of a comment', () => {
    const text = " * it's the end of a comment {\n */\nint b(void) {\n  return 2;\n}\n"
    expect(outline(text, 'c')).toEqual(['function b 3 [4-4] doc 1'])
  })

  it('closing brackets without opening ones', () => {
    expect(outline(')]}\n}\n)\nfunc a() {\n\tb()\n}\n', 'go')).toEqual(['function a 4 [5-5]'])
  })

  it('both branches of #if open the same body', () => {
    const text = '#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  return 1;\n}\nint g(void) {\n  return 2;\n}\n'
    const nodes = readSkeleton(text, 'c')
    expect(nodes.at(-1)).toMatchObject({ name: 'g', startLine: 8, bodyStart: 9, bodyEnd: 9 })
  })
})

describe('line ends end statements where the language says so', () => {
  it('arrow functions without semicolons', () => {
    const text = 'const a = (x) => x + 1\nconst b = 2\nconst c = (x) =>\n  x\n    .map(a)\n    .filter(b)\nlet d\n'
    expect(outline(text, 'javascript')).toEqual(['function a 1', 'function c 3 [4-6]'])
  })

  it('CRLF line ends change nothing', () => {
    const text = sampleOf('python')
    expect(readSkeleton(text.replaceAll('\n', '\r\n'), 'python')).toEqual(readSkeleton(text, 'python'))
    const script = sampleOf('typescript')
    expect(readSkeleton(script.replaceAll('\n', '\r\n'), 'typescript')).toEqual(readSkeleton(script, 'typescript'))
  })
})

describe('what is hostile', () => {
  const sound = (nodes: readonly OutlineNode[], lines: number): boolean =>
    nodes.every(
      ({ startLine, bodyStart, bodyEnd, docLine }, i) =>
        startLine >= (nodes[i - 1]?.startLine ?? 1) &&
        bodyStart > startLine &&
        bodyEnd >= bodyStart - 1 &&
        bodyEnd <= lines &&
        docLine >= 0 &&
        docLine <= lines,
    )

  it.each(Object.keys(OUTLINES) as Language[])('20,000 open blocks in %s', (language) => {
    const nested = language === 'python' ? 'if x: (' : language === 'go' ? 'if x {\n' : 'if (x) {\n'
    const text = nested.repeat(20_000)
    expect(sound(readSkeleton(text, language), text.split('\n').length)).toBe(true)
  })

  it.each(Object.keys(OUTLINES) as Language[])('brackets of one sort and then others in %s', (language) => {
    for (const [open, shut] of ['(}', '[)', '{)', '({', '[}'].map((pair) => [pair[0]!, pair[1]!] as const))
      expect(sound(readSkeleton(open.repeat(20_000) + shut.repeat(20_000), language), 2)).toBe(true)
  })

  it.each(Object.keys(OUTLINES) as Language[])('quotes and brackets that nothing closes in %s', (language) => {
    for (const piece of ['\\"', "'", '`${', '/*', '/[', '"""', '({[', ')]}', 'r#"', '=> {', '@a(', '#if\n', '/*/'])
      expect(sound(readSkeleton(piece.repeat(4_000), language), 20_000)).toBe(true)
  })
})
