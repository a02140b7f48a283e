/** `context-diet dedupe`, `extract`, `summarize` and `pack`: source lines only, unless `--notes` asks for the notes as well. */
import { dedupe } from '../../verbs/dedupe.ts'
import { extract } from '../../verbs/extract.ts'
import { pack } from '../../verbs/pack.ts'
import { summarize } from '../../verbs/summarize.ts'
import { usageError } from '../errors.ts'
import { hashText } from '../original.ts'
import type { Values } from '../parse.ts'
import { dropUndefined, getCounter, publish, readInput, readList } from './shared.ts'

const getCommon = async (values: Values): Promise<object> => ({
  ...(await getCounter(values)),
  hash: hashText,
  notes: values.on('notes') ?? false,
})

const getProtection = (values: Values): object => {
  const file = values.text('protect-file')
  return { protectLines: file === undefined ? undefined : readList(values, file), protectMode: values.text('protect-mode') }
}

export const runDedupe = async (values: Values): Promise<number> => {
  const options = { ...(await getCommon(values)), exactOnly: values.on('exact-only') }
  return publish(values, dedupe(readInput(values).text, dropUndefined(options)))
}

export const runExtract = async (values: Values): Promise<number> => {
  const query = values.text('query')
  if (query === undefined || query.trim() === '') throw usageError('extract needs a query', 'write --query WORDS')
  const options = { ...(await getCommon(values)), budget: values.number('budget'), context: values.number('context') }
  return publish(values, extract(readInput(values).text, { ...dropUndefined(options), query }))
}

export const runSummarize = async (values: Values): Promise<number> => {
  const options = {
    ...(await getCommon(values)),
    ...getProtection(values),
    budget: values.number('budget'),
    query: values.text('query'),
  }
  return publish(values, summarize(readInput(values).text, dropUndefined(options)))
}

export const runPack = async (values: Values): Promise<number> => {
  const options = {
    ...(await getCommon(values)),
    ...getProtection(values),
    budget: values.number('budget'),
    query: values.text('query'),
    context: values.number('context'),
    exactOnly: values.on('exact-only'),
  }
  return publish(values, pack(readInput(values).text, dropUndefined(options)))
}
