/** `context-diet count` */
import { plural } from '../../receipt/notes.ts'
import { count } from '../../verbs/count.ts'
import { EXIT } from '../errors.ts'
import { writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { getCounter, readInput, writeJson } from './shared.ts'

export const runCount = async (values: Values): Promise<number> => {
  const { text, bytes } = await readInput(values)
  const counter = await getCounter(values)
  const sizes = { ...count(text, counter), bytes }
  if (values.on('json')) writeJson(values, sizes)
  else
    writeOut(`${plural(sizes.lines, 'line')}, ${plural(bytes, 'byte')}, ${plural(sizes.tokens, 'token')} (${counter.counter})\n`)
  return EXIT.done
}
