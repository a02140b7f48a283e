/**
 * What `init claude-code` puts into a settings file: the hook that works in every version, and the plugin, which newer versions load by
 * themselves and which also replaces failing results. The hook stands down where the plugin's mod runs. Pure.
 */
import { MATCHER } from '../claude-code/matcher.ts'
import { appendItem, type Json, parseJson, removeItem, removeMember, setMember } from './json-edit.ts'

export const SCOPES = ['user', 'project', 'local'] as const
export type Scope = (typeof SCOPES)[number]

/** Of the plugin in the marketplace, both of one name. */
export const PLUGIN = 'context-diet@context-diet'
const MARKETPLACE = 'context-diet'
const TIMEOUT_SECONDS = 30

export interface SetUp {
  /** A shell command that starts this program. */
  readonly program: string
  /** Other people use the same file: who lacks the program must not feel it. */
  readonly shared: boolean
  /** The folder of the marketplace; absent where the plugin is not to be enabled. */
  readonly marketplace?: string
  /** The host's shell is no POSIX shell. */
  readonly windows: boolean
}

/** In words that this file and the doctor know again. */
const HOOK = /\bcontext-diet\b.*\bhook claude-code\b|\bhook claude-code\b/

export const formatHookCommand = ({ program, shared, windows }: SetUp): string => {
  const command = `${program} hook claude-code`
  if (windows) return command
  const standDown = '[ -n "$CLAUDE_PID" ] && [ "$CONTEXT_DIET_MOD" = "$CLAUDE_PID" ] && exit 0; '
  return `${standDown}${shared ? `command -v ${program} >/dev/null || exit 0; ` : ''}${command}`
}

type Fields = { readonly [key: string]: Json }
export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const getAt = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, key) => (isFields(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

const HOOKS_PATH = ['hooks', 'PostToolUse']
const listAt = (settings: Json, path: readonly string[]): readonly Json[] => {
  const value = getAt(settings, path)
  return Array.isArray(value) ? value : []
}

/** The command of a hook, when it is ours. */
const commandOf = (hook: Json): readonly string[] => {
  const command = isFields(hook) ? hook.command : undefined
  return typeof command === 'string' && HOOK.test(command) ? [command] : []
}

/** The hook commands of ours in a settings file. */
export const findHookCommands = (settings: Json): readonly string[] =>
  listAt(settings, HOOKS_PATH).flatMap((entry) => listAt(entry, ['hooks']).flatMap(commandOf))

export const isPluginEnabled = (settings: Json): boolean => getAt(settings, ['enabledPlugins', PLUGIN]) === true

/** The folder that the settings name for our marketplace. */
export const findMarketplace = (settings: Json): string | undefined => {
  const path = getAt(settings, ['extraKnownMarketplaces', MARKETPLACE, 'source', 'path'])
  return typeof path === 'string' ? path : undefined
}

export const areHooksOff = (settings: Json): boolean => getAt(settings, ['disableAllHooks']) === true

/** The settings with everything that is missing; the same text when nothing is. Throws a JsonEditError. */
export const addTo = (text: string, setUp: SetUp): string => {
  let after = text.trim() === '' ? '{}\n' : text
  const settings = parseJson(after)
  if (findHookCommands(settings).length === 0) {
    const hook = { type: 'command', command: formatHookCommand(setUp), timeout: TIMEOUT_SECONDS }
    after = appendItem(after, HOOKS_PATH, { matcher: MATCHER, hooks: [hook] })
  }
  if (setUp.marketplace === undefined) return after
  if (findMarketplace(settings) !== setUp.marketplace) {
    const source = { source: 'directory', path: setUp.marketplace }
    after = setMember(after, ['extraKnownMarketplaces', MARKETPLACE], { source })
  }
  return isPluginEnabled(settings) ? after : setMember(after, ['enabledPlugins', PLUGIN], true)
}

/** Removes an object or a list that has become empty. */
const removeEmpty = (text: string, path: readonly string[]): string => {
  const value = getAt(parseJson(text), path)
  const isEmpty = Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0
  return isEmpty ? removeMember(text, path) : text
}

const removeHooks = (text: string): string => {
  let after = text
  // From the last to the first, so that the numbers of those before stay.
  for (const [index, entry] of [...listAt(parseJson(text), HOOKS_PATH).entries()].reverse()) {
    const ours = listAt(entry, ['hooks']).map((hook) => commandOf(hook).length > 0)
    if (!ours.includes(true)) continue
    if (!ours.includes(false)) after = removeItem(after, HOOKS_PATH, index)
    else
      for (let at = ours.length - 1; at >= 0; at--)
        if (ours[at]) after = removeItem(after, [...HOOKS_PATH, String(index), 'hooks'], at)
  }
  return after
}

/** The settings without what `addTo` adds, for a file that was changed since. */
export const removeFrom = (text: string): string => {
  let after = removeHooks(text)
  after = removeMember(after, ['enabledPlugins', PLUGIN])
  after = removeMember(after, ['extraKnownMarketplaces', MARKETPLACE])
  for (const path of [HOOKS_PATH, ['hooks'], ['enabledPlugins'], ['extraKnownMarketplaces']]) {
    if (after !== text) after = removeEmpty(after, path)
  }
  return after
}
