/** `context-diet digest` */
import { digest } from '../../verbs/digest.ts'
import { getOriginalPath, hashText, saveOriginal } from '../original.ts'
import { writeNote } from '../output.ts'
import type { Values } from '../parse.ts'
import { dropUndefined, getCounter, type NamedInput, publish, type Reduced, readInput, readList } from './shared.ts'

/** The complete output that the digest names: the file itself, a saved copy, or none. */
const chooseOriginal = (values: Values, input: NamedInput): { readonly original: string | undefined; readonly save: boolean } => {
  const stash = values.on('stash') ?? input.file === undefined
  if (!stash) return { original: input.file, save: false }
  return { original: getOriginalPath(hashText(input.text)), save: true }
}

const getOptions = async (values: Values): Promise<object> => {
  const protectFile = values.text('protect-file')
  return dropUndefined({
    budget: values.number('budget'),
    command: values.text('command'),
    tool: values.text('tool'),
    exitCode: values.number('exit-code'),
    query: values.text('query'),
    kind: values.text('kind'),
    mode: values.text('mode'),
    protect: protectFile === undefined ? undefined : readList(values, protectFile),
    normalize: { ansi: values.text('ansi') === 'strip', cr: values.text('cr') === 'last-frame' },
    hash: hashText,
    ...(await getCounter(values)),
  })
}

/** Nothing refers to an original that could not be saved: then the source passes unchanged. */
const digestInput = (values: Values, input: NamedInput, options: object): Reduced => {
  const { original, save } = chooseOriginal(values, input)
  const result = digest(input.text, dropUndefined({ ...options, original }))
  if (!result.changed || !save || original === undefined) return result
  const problem = saveOriginal(input.text, original)
  if (problem === undefined) return result
  writeNote(`the complete output cannot be saved (${problem}), so it passes unchanged; --no-stash digests it without a copy`)
  return digest(input.text, { ...options, budget: Number.MAX_SAFE_INTEGER })
}

export const runDigest = async (values: Values): Promise<number> => {
  const input = readInput(values)
  return publish(values, digestInput(values, input, await getOptions(values)))
}
