/** What a user sets for a project with `/diet`; kept in `.context-diet/settings.json`, which both the mod and the hook read. */

export const SETTINGS_NAME = 'settings.json'

/** `dry` measures and changes nothing. */
export const MODES = ['on', 'off', 'dry'] as const
export type Mode = (typeof MODES)[number]

export interface Settings {
  readonly mode: Mode
  /** Characters; a result must exceed it. */
  readonly threshold: number
  /** Results of commands that contain one of these texts stay whole. */
  readonly keep: readonly string[]
  /** Test and build commands also write their output to a file. */
  readonly capture: boolean
}

/** 2,000 tokens of four characters. */
export const DEFAULT_THRESHOLD = 8000
export const MIN_THRESHOLD = 2000
export const MAX_THRESHOLD = 10_000_000

export const DEFAULTS: Settings = { mode: 'on', threshold: DEFAULT_THRESHOLD, keep: [], capture: false }

const isMode = (value: unknown): value is Mode => MODES.some((mode) => mode === value)

/** Each field that is not of its kind is the default: a broken file must not stop a tool. */
export const parseSettings = (text: string): Settings => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return DEFAULTS
  }
  if (typeof value !== 'object' || value === null) return DEFAULTS
  const fields = new Map<string, unknown>(Object.entries(value))
  const [mode, threshold, keep, capture] = ['mode', 'threshold', 'keep', 'capture'].map((name) => fields.get(name))
  return {
    mode: isMode(mode) ? mode : DEFAULTS.mode,
    threshold:
      typeof threshold === 'number' && threshold >= MIN_THRESHOLD && threshold <= MAX_THRESHOLD ? threshold : DEFAULT_THRESHOLD,
    keep: Array.isArray(keep) ? keep.filter((item): item is string => typeof item === 'string' && item.trim() !== '') : [],
    capture: capture === true,
  }
}

export const formatSettings = (settings: Settings): string => `${JSON.stringify(settings, null, 2)}\n`

/** `16k`, `16000`; undefined when it is no size that makes sense. */
export const parseThreshold = (text: string): number | undefined => {
  const parts = /^(\d{1,8})(k?)$/i.exec(text)
  if (parts === null) return undefined
  const chars = Number(parts[1]) * (parts[2] === '' ? 1 : 1000)
  return chars >= MIN_THRESHOLD && chars <= MAX_THRESHOLD ? chars : undefined
}
