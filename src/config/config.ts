/** `context-diet.json` in the root of a project (DESIGN section 10). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIG_NAME, projectRoot } from '../stash/places.ts'
import type { Filter } from '../verbs/filters.ts'
import { ConfigError, parseFilters } from './filters.ts'

const MAX_CHARS = 1 << 20

/** What this version reads; other fields are for others or for later, and are left alone. */
export interface Config {
  readonly filters: readonly Filter[]
}

export const NO_CONFIG: Config = { filters: [] }

/** Reads the text of a configuration. Throws `ConfigError`. */
export const parseConfig = (text: string): Config => {
  if (text.length > MAX_CHARS) throw new ConfigError(`it has ${text.length} characters: give at most ${MAX_CHARS}`)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError(`it is no JSON (${error instanceof Error ? error.message : String(error)})`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ConfigError('it is no JSON object')
  return { filters: 'filters' in value ? parseFilters(value.filters) : [] }
}

/** The configuration of the project that `cwd` is in; an empty one when there is no file. Throws `ConfigError`, with the file's name. */
export const readConfig = (cwd: string): Config => {
  let text: string
  try {
    text = readFileSync(join(projectRoot(cwd), CONFIG_NAME), 'utf8')
  } catch {
    return NO_CONFIG
  }
  try {
    return parseConfig(text)
  } catch (error) {
    throw new ConfigError(`${CONFIG_NAME}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
