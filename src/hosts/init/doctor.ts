/** Looks at what is installed and set up for Claude Code, and tries it. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLedger } from '../../ledger/ledger.ts'
import { summarizeLedger } from '../../ledger/summary.ts'
import { attempt } from '../../stash/disk.ts'
import { openProjectStash } from '../../stash/places.ts'
import { readSettings } from '../project.ts'
import { areHooksOff, findHookCommands, findMarketplace, isPluginEnabled, SCOPES, type Scope } from './claude-code.ts'
import { findProgram, getSettingsPath, type Places, readIfAny } from './files.ts'
import type { Finding } from './findings.ts'
import { type Json, parseJson } from './json-edit.ts'
import { tryHook } from './try-hook.ts'

export interface DoctorOptions extends Places {
  readonly version: string
}

/** The first version of Claude Code that loads mods. */
const MODS_SINCE = [2, 1, 287] as const

const SET_UP = 'context-diet init claude-code'

const checkNode = (): Finding => {
  const major = Number(process.versions.node.split('.')[0])
  const message = `Node ${process.versions.node}`
  return major >= 20
    ? { check: 'node', status: 'ok', message }
    : { check: 'node', status: 'fail', message, fix: 'install Node 20 or later' }
}

const checkProgram = ({ version, ...places }: DoctorOptions): Finding => {
  const path = findProgram('context-diet', places)
  if (path !== undefined) return { check: 'program', status: 'ok', message: `context-diet ${version}, ${path}` }
  return {
    check: 'program',
    status: 'info',
    message: `context-diet ${version} is not on the search path, so hooks name its files`,
    fix: 'npm install --global context-diet',
  }
}

/** Keeps a text as every original is kept, reads it back and removes it. */
const checkStash = async ({ cwd }: Places): Promise<Finding> => {
  const stash = openProjectStash(cwd)
  try {
    const { key } = await stash.put(`context-diet doctor ${randomBytes(12).toString('hex')}\n`)
    const { found } = await stash.get(key)
    await stash.purge({ keys: [key] })
    if (found) return { check: 'stash', status: 'ok', message: `${stash.dir} can be written and read back` }
    return {
      check: 'stash',
      status: 'fail',
      message: `${stash.dir} does not give back what it was given`,
      fix: 'check that disk',
    }
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    return {
      check: 'stash',
      status: 'fail',
      message: `${message}; long results pass unchanged until then`,
      fix: `make ${stash.dir} writable`,
    }
  }
}

interface ClaudeCode {
  readonly finding: Finding
  /** Undefined when the version is not known. */
  readonly hasMods: boolean | undefined
}

const isAtLeast = (version: readonly number[], least: readonly number[]): boolean => {
  const at = least.findIndex((part, i) => part !== version[i])
  return at < 0 || (version[at] ?? 0) > least[at]!
}

const checkClaudeCode = (places: Places): ClaudeCode => {
  const check = 'claude code'
  const path = findProgram('claude', places)
  if (path === undefined) {
    const message = 'claude is not on the search path, so its version is not known'
    return { hasMods: undefined, finding: { check, status: 'info', message } }
  }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000, input: '', env: places.env })
  const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
  if (version === undefined) {
    const finding: Finding = {
      check,
      status: 'warn',
      message: `${path} does not tell its version`,
      fix: 'run claude --version and install it again',
    }
    return { hasMods: undefined, finding }
  }
  const hasMods = isAtLeast(version.split('.').map(Number), MODS_SINCE)
  if (hasMods) return { hasMods, finding: { check, status: 'ok', message: `${version}, loads mods` } }
  const message = `${version} loads no mods: results of failing commands stay as they are`
  const fix = `install ${MODS_SINCE.join('.')} or later by its exact version, which needs Node 22`
  return { hasMods, finding: { check, status: 'warn', message, fix } }
}

interface Loaded {
  readonly scope: Scope
  readonly path: string
  /** Undefined when the file is no JSON. */
  readonly settings: Json | undefined
}

const loadSettings = (places: Places): readonly Loaded[] =>
  SCOPES.flatMap((scope) => {
    const path = getSettingsPath(scope, places)
    const bytes = attempt(() => readIfAny(path))
    return bytes === undefined ? [] : [{ scope, path, settings: attempt(() => parseJson(bytes.toString('utf8'))) }]
  })

const checkFiles = (files: readonly Loaded[]): readonly Finding[] =>
  files.flatMap(({ path, settings }): readonly Finding[] => {
    if (settings === undefined) {
      return [
        {
          check: 'settings',
          status: 'fail',
          message: `${path} is no JSON object`,
          fix: 'repair it; Claude Code ignores it as it is',
        },
      ]
    }
    if (!areHooksOff(settings)) return []
    const message = `${path} sets disableAllHooks, which stops the hook and the mod`
    return [{ check: 'settings', status: 'fail', message, fix: 'remove disableAllHooks' }]
  })

/** Which way Claude Code reaches us, by its settings. */
const checkWay = (files: readonly Loaded[], hasMods: boolean | undefined): readonly Finding[] => {
  const known = files.filter(({ settings }) => settings !== undefined)
  const hooks = known.filter(({ settings }) => findHookCommands(settings!).length > 0)
  const plugins = known.filter(({ settings }) => isPluginEnabled(settings!))
  const names = (list: readonly Loaded[]): string => list.map(({ scope }) => scope).join(' and ')
  if (hooks.length + plugins.length === 0) {
    return [
      { check: 'set up', status: 'info', message: 'neither the hook nor the plugin is set up for Claude Code here', fix: SET_UP },
    ]
  }
  const twice: readonly Finding[] =
    hooks.length < 2
      ? []
      : [
          {
            check: 'set up',
            status: 'warn',
            message: `the hook is in the ${names(hooks)} settings, so it runs ${hooks.length} times for each result`,
            fix: `context-diet init --undo --scope ${hooks[1]!.scope}`,
          },
        ]
  const parts = [
    ...(plugins.length === 0 ? [] : [`the plugin (${names(plugins)} settings)`]),
    ...(hooks.length === 0 ? [] : [`the hook (${names(hooks)} settings)`]),
  ]
  const uses =
    plugins.length > 0 && hasMods !== false
      ? 'the mod does the work'
      : hooks.length > 0
        ? 'the hook does the work'
        : 'the hook of the plugin does the work, where claude plugin list shows it as installed'
  return [{ check: 'set up', status: 'ok', message: `${parts.join(' and ')}: ${uses}` }, ...twice]
}

const checkMarketplaces = (files: readonly Loaded[]): readonly Finding[] =>
  files.flatMap(({ path, settings }): readonly Finding[] => {
    const folder = settings === undefined ? undefined : findMarketplace(settings)
    if (folder === undefined || existsSync(join(folder, '.claude-plugin', 'marketplace.json'))) return []
    const message = `${path} names ${folder} as the plugin's folder, and it is not there`
    return [{ check: 'plugin', status: 'fail', message, fix: `context-diet init --undo, then ${SET_UP}` }]
  })

/** Runs each hook command as Claude Code would, on a result of 100 kB, in a project of its own. */
const checkHooks = (files: readonly Loaded[], { env }: Places): readonly Finding[] => {
  const commands = [...new Set(files.flatMap(({ settings }) => (settings === undefined ? [] : findHookCommands(settings))))]
  const dir = mkdtempSync(join(tmpdir(), 'context-diet-doctor-'))
  try {
    return commands.map((command) => tryHook(command, dir, env))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const formatTime = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Only the ledger proves that the host really calls us: hooks of untrusted folders are skipped in silence. */
const checkCalls = (files: readonly Loaded[], { cwd }: Places): readonly Finding[] => {
  const isSetUp = files.some(
    ({ settings }) => settings !== undefined && (findHookCommands(settings).length > 0 || isPluginEnabled(settings)),
  )
  const { dir } = openProjectStash(cwd)
  const entries = readLedger(dir).entries.filter(({ host }) => host === 'claude-code')
  const last = entries.at(-1)
  if (last === undefined) {
    if (!isSetUp) return []
    const message = 'nothing has come from Claude Code in this project yet'
    return [
      {
        check: 'calls',
        status: 'info',
        message,
        fix: 'let it run a command that prints more than 8,000 characters, such as seq 1 5000',
      },
    ]
  }
  const { lastError } = summarizeLedger(entries)
  const { mode } = readSettings(dir)
  return [
    { check: 'calls', status: 'ok', message: `Claude Code last called at ${formatTime(last.time)} (${last.decision})` },
    ...(lastError === undefined
      ? []
      : [
          {
            check: 'errors',
            status: 'warn',
            message: `last error: ${lastError.reason}, ${formatTime(lastError.time)}`,
            fix: 'see context-diet report',
          } as const,
        ]),
    ...(mode === 'on'
      ? []
      : [{ check: 'mode', status: 'warn', message: `/diet is ${mode} in this project`, fix: '/diet on' } as const]),
  ]
}

/** Everything, in the order in which one would look. Never throws for what a machine can be like. */
export const examine = async (options: DoctorOptions): Promise<readonly Finding[]> => {
  const claude = checkClaudeCode(options)
  const files = loadSettings(options)
  return [
    checkNode(),
    checkProgram(options),
    await checkStash(options),
    claude.finding,
    ...checkFiles(files),
    ...checkWay(files, claude.hasMods),
    ...checkMarketplaces(files),
    ...checkHooks(files, options),
    ...checkCalls(files, options),
  ]
}
