/** Names of files in the headers of a diff. */

/** Undoes git's quoting of unusual names: `"a/\303\251.txt"`. A name that is not quoted comes back as it is. */
const unquote = (name: string): string => {
  if (!name.startsWith('"') || !name.endsWith('"') || name.length < 2) return name
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
  const bytes: number[] = []
  const inner = name.slice(1, -1)
  for (let i = 0; i < inner.length; i++) {
    const code = inner.codePointAt(i)!
    if (inner[i] === '\\') {
      const octal = /^[0-3][0-7]{2}/.exec(inner.slice(i + 1, i + 4))
      if (octal !== null) {
        bytes.push(Number.parseInt(octal[0], 8))
        i += 3
      } else {
        const next = inner[++i] ?? ''
        bytes.push((escapes[next] ?? next).charCodeAt(0))
      }
    } else {
      bytes.push(...new TextEncoder().encode(String.fromCodePoint(code)))
      if (code > 0xffff) i++
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const stripSide = (name: string): string => (/^[abciwo]\//.test(name) ? name.slice(2) : name)

/** The path of a `--- a/x` or `+++ b/x` line, without what stands behind a tab. */
export const pathOf = (line: string): string => {
  const tab = line.indexOf('\t')
  const name = unquote((tab < 0 ? line.slice(4) : line.slice(4, tab)).trimEnd())
  return name === '/dev/null' ? name : stripSide(name)
}

/** The new name in `diff --git a/x b/y`: names may hold spaces, and most often both are the same. */
const secondOf = (names: string): string => {
  if (names.endsWith('"')) {
    const at = names.lastIndexOf(' "')
    return stripSide(unquote(at < 0 ? names : names.slice(at + 1)))
  }
  const half = (names.length - 1) / 2
  if (names[half] === ' ' && stripSide(names.slice(0, half)) === stripSide(names.slice(half + 1)))
    return stripSide(names.slice(half + 1))
  const at = names.lastIndexOf(' b/')
  return stripSide(names.slice((at < 0 ? names.lastIndexOf(' ') : at) + 1))
}

/** The name in a line that begins a file. */
export const gitName = (line: string): string => {
  if (line.startsWith('diff --git ')) return secondOf(line.slice(11))
  if (line.startsWith('diff --cc ')) return unquote(line.slice(10))
  if (line.startsWith('diff --combined ')) return unquote(line.slice(16))
  if (line.startsWith('Index: ')) return line.slice(7)
  return stripSide(line.slice(line.lastIndexOf(' ') + 1))
}

/** The name in a line that is all that is said of a file: `Only in src: a.ts`, `Binary files a/x and b/x differ`. */
export const binaryName = (line: string): string => {
  if (line.startsWith('Only in ')) {
    const colon = line.lastIndexOf(': ')
    return colon < 0 ? line.slice(8) : `${line.slice(8, colon)}/${line.slice(colon + 2)}`
  }
  const and = line.lastIndexOf(' and ')
  if (line.endsWith(' differ') && and > 0) return stripSide(line.slice(and + 5, -7))
  return line.slice(line.lastIndexOf(' ') + 1)
}
