/** `context-diet dedupe`, `extract`, `summarize` and `pack`: source lines only, unless `--notes` asks for the notes as well. */
import { dedupe } from '../../verbs/dedupe.ts'
import { extract } from '../../verbs/extract.ts'
import type { SharedOptions } from '../../verbs/options.ts'
import { pack } from '../../verbs/pack.ts'
import { summarize } from '../../verbs/summarize.ts'
import { usageError } from '../errors.ts'
import { hashText } from '../original.ts'
import type { Values } from '../parse.ts'
import { dropUndefined, getBudget, getCounter, getProtection, publish, readInput } from './shared.ts'

const getShared = async (values: Values): Promise<SharedOptions> => ({
  ...(await getCounter(values)),
  hash: hashText,
  notes: values.on('notes') ?? false,
})

const getQuery = (values: Values): { readonly query?: string } => dropUndefined({ query: values.text('query') })

export const runDedupe = async (values: Values): Promise<number> =>
  publish(
    values,
    dedupe((await readInput(values)).text, { ...(await getShared(values)), exactOnly: values.on('exact-only') ?? false }),
  )

export const runExtract = async (values: Values): Promise<number> => {
  const { query } = getQuery(values)
  if (query === undefined || query.trim() === '') throw usageError('extract needs a query', 'write --query WORDS')
  const limits = dropUndefined({ budget: values.number('budget'), context: values.number('context') })
  return publish(values, extract((await readInput(values)).text, { ...(await getShared(values)), ...limits, query }))
}

export const runSummarize = async (values: Values): Promise<number> => {
  const options = { ...(await getShared(values)), ...getProtection(values), ...getQuery(values), budget: getBudget(values) }
  return publish(values, summarize((await readInput(values)).text, options))
}

export const runPack = async (values: Values): Promise<number> => {
  const options = {
    ...(await getShared(values)),
    ...getProtection(values),
    ...getQuery(values),
    ...dropUndefined({ context: values.number('context') }),
    budget: getBudget(values),
    exactOnly: values.on('exact-only') ?? false,
  }
  return publish(values, pack((await readInput(values)).text, options))
}
