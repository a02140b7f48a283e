/** `context-diet request` */

import { join } from 'node:path'
import { appendLedger, recentKeys } from '../../ledger/ledger.ts'
import { engineDiet } from '../../requests/defaults.ts'
import { dietRequestBytesAsync } from '../../requests/diet-request.ts'
import { createFileStore } from '../../requests/file-store.ts'
import type { FormatName } from '../../requests/formats/types.ts'
import type { AsyncDiet, AsyncRequestOptions } from '../../requests/options.ts'
import type { RequestReport } from '../../requests/report.ts'
import { stashDiet } from '../../requests/stash-diet.ts'
import type { FileStash } from '../../stash/file.ts'
import { openProjectStash } from '../../stash/places.ts'
import { EXIT } from '../errors.ts'
import { getOriginalPath } from '../original.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { getBudget, getCounter, readInput, writeJson } from './shared.ts'

const openStash = (): FileStash => {
  const { dir } = openProjectStash(process.cwd())
  return openProjectStash(process.cwd(), { pinned: () => recentKeys(dir) })
}

/** The path of the original, which an agent here can open, or the tool where the model has it. */
const dietInto = (stash: FileStash): AsyncDiet =>
  stashDiet(stash, {
    nameOf: (key, { retrieveTool }) => (retrieveTool === undefined ? getOriginalPath(key) : `${retrieveTool} {"key":"${key}"}`),
  })

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const summarize = ({
  format,
  why,
  reason,
  fates,
  tokens,
  frozenMessages,
  replayed,
  results,
  problems,
}: RequestReport): readonly string[] => {
  if (format === null) return [`the body passes unchanged: ${reason}`]
  const frozen = frozenMessages === 0 ? '' : `; ${countOf(frozenMessages, 'message')} up to the last cache mark stay`
  const again = replayed === 0 ? '' : `; ${countOf(replayed, 'result')} as sent before`
  const changed = (fates.reduced ?? 0) + (fates.repeat ?? 0)
  const what = `${changed} of ${countOf(results.length, 'tool result')} reduced, ${tokens.before} -> ${tokens.after} tokens`
  return [`${format} (${why}): ${reason ?? what}${frozen}${again}`, ...(reason === null ? problems : [])]
}

/** One line for each result that was reduced or whose diet failed; names and sizes only. */
const record = (dir: string, report: RequestReport): void => {
  for (const { fate, tool, key, before, after } of report.results) {
    if (fate !== 'reduced' && fate !== 'failed') continue
    appendLedger(dir, {
      decision: fate,
      host: 'cli',
      tool: tool ?? 'request',
      ...(key === undefined ? {} : { key }),
      ...(fate === 'reduced' ? { tokens: [before, after] as const } : {}),
    })
  }
}

/** What was sent before is needed also where originals are not saved. */
const frozenBy = (values: Values): Pick<AsyncRequestOptions, 'frozen' | 'store' | 'conversation'> =>
  values.text('frozen') === 'conversation'
    ? {
        frozen: 'conversation',
        store: createFileStore({ dir: join(openProjectStash(process.cwd()).dir, 'requests') }),
        conversation: values.text('conversation'),
      }
    : { frozen: 'cache_control' }

export const runRequest = async (values: Values): Promise<number> => {
  const { text } = await readInput(values)
  const stash = values.on('stash') === false ? undefined : openStash()
  const { body, report } = await dietRequestBytesAsync(text, {
    diet: stash === undefined ? engineDiet : dietInto(stash),
    ...frozenBy(values),
    format: values.text('format') as FormatName | undefined,
    threshold: values.number('threshold'),
    budget: getBudget(values),
    query: values.text('query'),
    errors: values.text('errors') === 'keep' ? 'keep' : 'diet',
    repeats: values.on('repeats') ?? true,
    retrieveTool: values.text('retrieve-tool'),
    counter: (await getCounter(values)).count,
  })
  if (stash !== undefined) record(stash.dir, report)
  if (values.on('json')) writeJson(values, { body, report })
  else {
    writeOut(body)
    for (const note of summarize(report)) writeNote(note)
  }
  return EXIT.done
}
