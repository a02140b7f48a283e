/** The sentences of `/diet`. */
import type { Settings } from '../../settings.ts'
import type { Reason } from '../../tool-result.ts'
import type { Decided, State } from './state.ts'

export const USAGE =
  'Say /diet with: report, on, off, dry, keep TEXT, unkeep TEXT, capture on, capture off, a size of 2k to 10000k such as 16k, explain, demo or reset.'

const MODES = {
  on: 'Outputs are shortened.',
  off: 'Off: every output stays whole.',
  dry: 'Dry: cuts are measured and none is made.',
} as const

export const formatSettings = ({ mode, threshold, keep, capture }: Settings): string =>
  [
    MODES[mode],
    `Threshold: ${threshold} characters.`,
    keep.length === 0
      ? 'No command is kept whole.'
      : `Kept whole: commands with ${keep.map((text) => JSON.stringify(text)).join(', ')}.`,
    `Capture is ${capture ? 'on: test and build commands also write their output to a file' : 'off'}.`,
  ].join(' ')

const formatBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MiB`

type OnDisk = { readonly count: number; readonly bytes: number }
const formatDisk = ({ count, bytes }: OnDisk): string => `On disk: ${count} originals, ${formatBytes(bytes)}.`

export const formatPanel = (settings: Settings, { saved, cuts, reopened }: State, disk: OnDisk): string =>
  [
    `This session: ${saved} tokens saved in ${cuts} cuts, ${reopened} originals reopened.`,
    formatSettings(settings),
    formatDisk(disk),
    USAGE,
  ].join('\n')

/** An error that the ledger could not take. */
export const formatError = (error: unknown): string => {
  if (typeof error !== 'object' || error === null || !('reason' in error)) return ''
  const when = 'time' in error && typeof error.time === 'number' ? new Date(error.time).toISOString() : ''
  return `Last error: ${String(error.reason)} ${when}\n`
}

const WHY: Readonly<Record<Reason, string>> = {
  off: 'Context Diet is off here',
  dry: 'dry mode measures only',
  'not-a-listed-tool': 'outputs of this tool are never cut',
  'own-tool': 'it is an output of Context Diet itself',
  'already-digest': 'it is a digest already',
  kept: 'a text of /diet keep is in its command',
  'diet-off': 'its command says # diet:off',
  'reads-original': 'it reads a saved original',
  'machine-format': 'its command asks for a format that programs read',
  'below-threshold': 'it is below the threshold',
  'often-reopened': 'originals of this program were reopened often, so only longer outputs are cut',
  prose: 'it is prose',
  'no-gain': 'a digest would have saved too little',
}

const formatOne = ({ tool, command, chars, outcome }: Decided): string => {
  const what = typeof command === 'string' ? `${tool} \`${command.length > 80 ? `${command.slice(0, 80)}...` : command}\`` : tool
  const head = `${what}, ${chars} characters`
  if (outcome.action === 'failed') return `${head}: left whole, since something went wrong: ${outcome.message}`
  if (outcome.action === 'unchanged') return `${head}: left whole, since ${WHY[outcome.reason]}.`
  const [before, after] = outcome.record.tokens ?? [0, 0]
  return [
    `${head}: cut from ${before} to ${after} tokens; the complete output is ${outcome.path}`,
    ...outcome.explain.map((line) => `  ${line}`),
  ].join('\n')
}

export const formatDecided = (decided: readonly Decided[]): string =>
  decided.length === 0 ? 'No output of more than 2,000 characters came yet in this session.' : decided.map(formatOne).join('\n')
