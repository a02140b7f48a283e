/** `context-diet report` */
import { buildReport, formatReport } from '../../hosts/report/report.ts'
import { readLedger } from '../../ledger/ledger.ts'
import { openProjectStash, openUserStash } from '../../stash/places.ts'
import { CliError, EXIT, quote } from '../errors.ts'
import { writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { parseAge } from './stash.ts'

/** Prints what the ledger and the stash of the project, or of the user, tell. */
export const runReport = async (values: Values): Promise<number> => {
  const since = values.text('since')
  const from = since === undefined ? undefined : Date.now() - parseAge('since', since)
  const stash = values.on('user') ? openUserStash() : openProjectStash(process.cwd())
  const { dir } = stash
  try {
    const { entries, bytes, maxBytes } = await stash.usage()
    const report = buildReport({ ...readLedger(dir), disk: { dir, originals: entries, bytes, maxBytes }, since: from })
    writeOut(values.on('json') ? `${JSON.stringify(report)}\n` : formatReport(report))
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(EXIT.input, `the stash ${quote(dir)} cannot be read`, 'check its owner and permissions', error)
  }
  return EXIT.done
}
