/** `context-diet digest` */
import { asShortRun } from '../../hosts/short-run.ts'
import { languageOfFile } from '../../kinds/code/detect.ts'
import { type Digest, type DigestOptions, digest } from '../../verbs/digest.ts'
import { isDietError } from '../../verbs/errors.ts'
import { digestRerun } from '../../verbs/rerun.ts'
import { CliError, EXIT, toFailure } from '../errors.ts'
import { getOriginalPath, saveOriginal } from '../original.ts'
import { commandFor, loadOutlinesFor } from '../outlines.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import {
  getBudget,
  getCounter,
  getFilters,
  getProtection,
  type NamedInput,
  publish,
  readFile,
  readInput,
  writeJson,
} from './shared.ts'

/** The complete output that the digest names: the file itself, a saved copy, or none. */
const chooseOriginal = (
  values: Values,
  input: NamedInput,
  key: string,
): { readonly original: string | undefined; readonly save: boolean } => {
  const save = values.on('stash') ?? input.file === undefined
  return { original: save ? getOriginalPath(key) : input.file, save }
}

const getOptions = async (values: Values, key: string): Promise<DigestOptions> => ({
  ...(await getCounter(values)),
  ...(await getFilters(values)),
  ...getProtection(values),
  budget: getBudget(values),
  command: values.text('command') ?? commandFor(values.text('input'), (file) => languageOfFile(file) !== undefined),
  tool: values.text('tool'),
  exitCode: values.number('exit-code'),
  query: values.text('query'),
  kind: values.text('kind'),
  mode: values.text('mode') === 'verbatim' ? 'verbatim' : 'auto',
  normalize: { ansi: values.text('ansi') === 'strip', cr: values.text('cr') === 'last-frame' },
  hash: () => key,
})

/** Against the earlier output that `--earlier` names, or as it is. */
const digestText = (values: Values, text: string, options: DigestOptions): Digest => {
  const earlier = values.text('earlier')
  if (earlier === undefined) return digest(text, options)
  return digestRerun(text, readFile(values, earlier).text, { ...options, earlierOriginal: earlier })
}

/** Nothing refers to an original that could not be saved: then the source passes unchanged. */
const digestInput = (values: Values, input: NamedInput, key: string, options: DigestOptions): Digest => {
  const { original, save } = chooseOriginal(values, input, key)
  const result = digestText(values, input.text, { ...options, original })
  if (!result.changed || !save || original === undefined) return result
  const problem = saveOriginal(input.text)
  if (problem === undefined) return result
  writeNote(`the complete output cannot be saved (${problem}), so it passes unchanged; --no-stash digests it without a copy`)
  return digest(input.text, { ...options, budget: Number.MAX_SAFE_INTEGER })
}

/** Whoever pipes a log through us keeps it, also when the engine itself breaks; mistakes of the caller are errors as ever. */
const passThrough = (values: Values, text: string, error: unknown): number => {
  if (error instanceof CliError || isDietError(error)) throw error
  writeNote(`${toFailure(error).message}; the text passes unchanged`)
  if (values.on('json')) writeJson(values, { text, receipt: null })
  else writeOut(text)
  return EXIT.done
}

export const runDigest = async (values: Values): Promise<number> => {
  const input = await readInput(values)
  const { key } = input
  const given = await getOptions(values, key)
  const options = { ...given, outlines: await loadOutlinesFor(input.text, given) }
  let result: Digest
  try {
    result = await asShortRun(input.text.length, async () => digestInput(values, input, key, options))
  } catch (error) {
    return passThrough(values, input.text, error)
  }
  if (values.on('explain')) for (const reason of result.explain()) writeNote(reason)
  return publish(values, result)
}
