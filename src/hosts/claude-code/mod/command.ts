/** `/diet`: what a person sees and sets. */
import { parseLedger } from '../../../ledger/parse.ts'
import { DEFAULT_MAX_BYTES } from '../../../stash/stash.ts'
import { digest } from '../../../verbs/digest.ts'
import { buildReport, formatReport } from '../../report/report.ts'
import { DEFAULTS, parseThreshold, type Settings } from '../../settings.ts'
import { demoLog } from './demo.ts'
import { findStash, measureStash, readLedgerText, readSettings, writeSettings } from './disk.ts'
import type { Engine } from './engine.ts'
import type { State } from './state.ts'
import { formatDecided, formatError, formatPanel, formatSettings, USAGE } from './words.ts'

export async function registerCommand($: Engine): Promise<void> {
  await $.command.register({
    name: 'diet',
    description: 'Context Diet: what it saved, and what it may cut',
    argumentHint: '[report|on|off|dry|keep TEXT|unkeep TEXT|capture on|off|16k|explain|demo|reset]',
    immediate: true,
  })
}

interface Answer {
  readonly text: string
}

async function setSettings($: Engine, dir: string, settings: Settings, changed: Partial<Settings>): Promise<Answer> {
  const next = { ...settings, ...changed }
  await writeSettings($, dir, next)
  return { text: formatSettings(next) }
}

async function reportSavings($: Engine, state: State, dir: string): Promise<Answer> {
  const { count, bytes } = await measureStash($, dir)
  const ledger = parseLedger(await readLedgerText($, dir).catch(() => ''))
  const report = buildReport({ ...ledger, disk: { dir, originals: count, bytes, maxBytes: DEFAULT_MAX_BYTES } })
  const stored = state.lastError ?? (await $.store.get('lastError').catch(() => undefined))
  return { text: `${formatReport(report)}${report.lastError === undefined ? formatError(stored) : ''}` }
}

const demo = (): Answer => {
  const log = demoLog()
  const { text } = digest(log, { budget: 400, command: 'npm test', exitCode: 1 })
  return { text: `An output of ${log.length} characters as a model would read it (nothing was run or saved):\n\n${text}` }
}

export async function runCommand($: Engine, state: State, args: string): Promise<Answer> {
  const trimmed = args.trim()
  const [word = '', ...more] = trimmed.split(/\s+/)
  const rest = trimmed.slice(word.length).trim()
  const dir = (state.dir ??= await findStash($))
  const settings = await readSettings($, dir)
  try {
    switch (word) {
      case '':
        return { text: formatPanel(settings, state, await measureStash($, dir)) }
      case 'report':
        return await reportSavings($, state, dir)
      case 'on':
      case 'off':
      case 'dry':
        return await setSettings($, dir, settings, { mode: word })
      case 'keep':
        if (rest === '') return { text: formatSettings(settings) }
        return await setSettings($, dir, settings, { keep: [...new Set([...settings.keep, rest])] })
      case 'unkeep':
        if (!settings.keep.includes(rest))
          return { text: `Nothing is kept by ${JSON.stringify(rest)}. ${formatSettings(settings)}` }
        return await setSettings($, dir, settings, { keep: settings.keep.filter((text) => text !== rest) })
      case 'capture':
        if (more[0] !== 'on' && more[0] !== 'off') return { text: 'Say /diet capture on or /diet capture off.' }
        return await setSettings($, dir, settings, { capture: more[0] === 'on' })
      case 'explain':
        return { text: formatDecided(state.decided) }
      case 'demo':
        return demo()
      case 'reset':
        return await setSettings($, dir, DEFAULTS, {})
    }
    const threshold = parseThreshold(word)
    return threshold === undefined ? { text: USAGE } : await setSettings($, dir, settings, { threshold })
  } catch (error) {
    return { text: `Nothing was changed: ${error instanceof Error ? error.message : String(error)}` }
  }
}
