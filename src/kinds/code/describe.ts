/** What a gap in code hides: which declarations, and the lines of the file where the read has numbers of its own. */
import type { LineRange } from '../../receipt/types.ts'
import { fitNames, type Named } from '../names.ts'
import type { CodeReading } from './reading.ts'

/** Declarations whose signature lies in a gap; of imports how many. */
const hiddenIn = ({ nodes }: CodeReading, [from, to]: LineRange): { readonly named: Named[]; readonly imports: number } => {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle]!.startLine < from) low = middle + 1
    else high = middle
  }
  const named: Named[] = []
  let imports = 0
  for (let i = low; i < nodes.length && nodes[i]!.startLine <= to; i++) {
    if (nodes[i]!.kind === 'import') imports++
    else if (nodes[i]!.name !== '') named.push({ name: nodes[i]!.name, note: '' })
  }
  return { named, imports }
}

/** `file lines 131-149`, where they are not the lines of the output. */
const fileLines = ({ numbered }: CodeReading, [from, to]: LineRange): string | undefined => {
  if (numbered === undefined) return undefined
  const [first, last] = [numbered.number(from), numbered.number(to)]
  if (first === undefined || last === undefined || first === from) return undefined
  return `file lines ${first}-${last}`
}

export const describeGap = (reading: CodeReading): ((gap: LineRange, chars: number) => string | undefined) => {
  const known = new Map<string, ReturnType<typeof hiddenIn>>()
  return (gap, chars) => {
    const key = gap.join()
    const hidden = known.get(key) ?? hiddenIn(reading, gap)
    known.set(key, hidden)
    const parts: string[] = []
    const place = fileLines(reading, gap)
    if (place !== undefined) parts.push(place)
    if (hidden.imports > 1) parts.push(`${hidden.imports} imports`)
    const length = parts.join(', ').length
    const names = hidden.named.length === 0 ? undefined : fitNames(hidden.named, chars - length - 2)
    if (names !== undefined) parts.push(names)
    const text = parts.join(', ')
    return text === '' || text.length > chars ? undefined : text
  }
}
