/** JSON as odd writers spell it: any white space, any escape that JSON allows, equal keys twice, numbers as they come. */
import fc from 'fast-check'

/** A number whose spelling `JSON.stringify` would not keep. */
export interface Spelled {
  readonly spelled: string
}

export const spelled = (text: string): Spelled => ({ spelled: text })

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const SPACES = ['', '', '', ' ', '\n', '\t', '\r\n  ']

type Choose = (below: number) => number

const oddString = (text: string, choose: Choose): string => {
  const style = choose(4)
  const chars = [...Array(text.length).keys()].map((i) => {
    const char = text[i]!
    const code = char.charCodeAt(0)
    const long = `\\u${code.toString(16).padStart(4, '0')}`
    const must = code < 32 || char === '"' || char === '\\' || (code >= 0xd800 && code < 0xe000)
    if (style === 0 && choose(8) === 0) return choose(2) === 0 ? long : long.toUpperCase().replace('\\U', '\\u')
    if (must) return style === 1 ? long : (SHORT[char] ?? long)
    if (style === 2) return SHORT[char] ?? char
    return style === 3 && code > 126 ? long : char
  })
  return `"${chars.join('')}"`
}

/** Writes a value with the choices; a value with a `spelled` member of its own is written as that says. */
export const oddJson = (value: unknown, choose: Choose): string => {
  const space = (): string => SPACES[choose(SPACES.length)]!
  if (typeof value === 'string') return oddString(value, choose)
  if (Array.isArray(value)) return `[${space()}${value.map((item) => space() + oddJson(item, choose) + space()).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    if ('spelled' in value) return String(value.spelled)
    const members = Object.entries(value).flatMap(([key, member]) => {
      const written = `${space()}${oddString(key, choose)}${space()}:${space()}${oddJson(member, choose)}${space()}`
      // The last of equal keys counts.
      return choose(12) === 0 ? [`${oddString(key, choose)}:${oddJson('not this one', choose)}`, written] : [written]
    })
    return `{${space()}${members.join(',')}}`
  }
  return JSON.stringify(value)
}

/** Choices for `oddJson`, from fast-check's own random source, so that a failure shrinks. */
export const choices: fc.Arbitrary<Choose> = fc
  .infiniteStream(fc.nat({ max: 1 << 20 }))
  .map((stream) => (below) => stream.next().value % below)
