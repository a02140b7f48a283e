/** `context-diet init [HOST]` */
import { isUtf8 } from 'node:buffer'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isatty } from 'node:tty'
import {
  addTo,
  findHookCommands,
  isPluginEnabled,
  removeFrom,
  SCOPES,
  type Scope,
  type SetUp,
} from '../../hosts/init/claude-code.ts'
import { formatChange } from '../../hosts/init/diff.ts'
import { change, findBefore, findProgram, getSettingsPath, type Places, readIfAny, restore } from '../../hosts/init/files.ts'
import { JsonEditError, parseJson } from '../../hosts/init/json-edit.ts'
import { attempt } from '../../stash/disk.ts'
import { CliError, EXIT, getSystemCode, inputError, quote, usageError } from '../errors.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'

/** This program, behind every link. */
export const getProgramFile = (): string => realpathSync(process.argv[1] ?? '')

const isSameProgram = (path: string, file: string): boolean => attempt(() => realpathSync(path)) === file

/** How a shell starts this program: by its name where the search path leads here, else by its files. */
export const getProgram = (places: Places): string => {
  const file = getProgramFile()
  const found = findProgram('context-diet', places)
  if (found !== undefined && isSameProgram(found, file)) return 'context-diet'
  // A shell of Windows takes a backslash for an escape.
  return [process.execPath, file].map((path) => `"${path.replaceAll('\\', '/')}"`).join(' ')
}

/** The folder with the marketplace, in the installed package. */
const getMarketplace = (): string | undefined => {
  const root = dirname(dirname(getProgramFile()))
  return existsSync(join(root, '.claude-plugin', 'marketplace.json')) ? root : undefined
}

const getSetUp = (scope: Scope, places: Places): SetUp => {
  const windows = process.platform === 'win32'
  // A path of this machine means nothing to others who share the file.
  if (scope === 'project') return { program: 'context-diet', shared: true, windows }
  if (/[/\\]_npx[/\\]/.test(getProgramFile())) {
    throw usageError(
      'npx runs this program from a folder that does not last',
      'install it first with npm install --global context-diet',
    )
  }
  const marketplace = getMarketplace()
  return { program: getProgram(places), shared: false, windows, ...(marketplace === undefined ? {} : { marketplace }) }
}

/** What the system or the settings say against it, in one line. */
const guard = <T>(path: string, action: () => T): T => {
  try {
    return action()
  } catch (error) {
    if (error instanceof JsonEditError)
      throw inputError(`${quote(path)} ${error.message}`, 'look at the file and try again', error)
    const code = getSystemCode(error)
    if (code === undefined) throw error
    throw new CliError(EXIT.input, `${quote(path)} cannot be changed (${code})`, 'check the path and its permissions', error)
  }
}

/** Bytes that are not UTF-8 would not come back as they were. */
const decode = (bytes: Buffer | undefined): string => {
  if (bytes !== undefined && !isUtf8(bytes)) throw new JsonEditError('is no UTF-8 text')
  return bytes?.toString('utf8') ?? ''
}

/** Somebody may have changed the file while a person was asked: the agent itself writes to it. */
const assertSame = (path: string, bytes: Buffer | undefined): void => {
  const now = readIfAny(path)
  const isSame = now === undefined || bytes === undefined ? now === bytes : now.equals(bytes)
  if (!isSame) throw new JsonEditError('was changed meanwhile')
}

/** Whether to write: a person is asked, a program must have said so. */
const isWanted = async (values: Values): Promise<boolean> => {
  if (values.on('yes')) return true
  if (!isatty(0) || !isatty(1)) return false
  const { createInterface } = await import('node:readline/promises')
  const questions = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await questions.question('Write this? [y/N] ')).trim())
  } finally {
    questions.close()
  }
}

const show = (path: string, before: string, after: string): void => writeOut(`${path}\n${formatChange(before, after)}`)

const NOT_WRITTEN = 'nothing was written; --yes writes it'

const setUpClaudeCode = async (values: Values, scope: Scope, places: Places): Promise<number> => {
  const path = getSettingsPath(scope, places)
  const bytes = guard(path, () => readIfAny(path))
  const [before, after] = guard(path, () => [decode(bytes), addTo(decode(bytes), getSetUp(scope, places))])
  if (after === before) {
    writeOut(`${path} has it already.\n`)
    return EXIT.done
  }
  show(path, before, after)
  if (!(await isWanted(values))) {
    writeNote(NOT_WRITTEN)
    return EXIT.failed
  }
  guard(path, () => {
    assertSame(path, bytes)
    change(path, bytes, after, places)
  })
  writeOut(
    'Written. Claude Code reads it when it starts; context-diet doctor checks it, context-diet init --undo restores what was there.\n',
  )
  return EXIT.done
}

/** The bytes to put back; null for no file, undefined when nothing of ours is there. */
const getUndone = (path: string, now: Buffer, places: Places): Buffer | null | undefined => {
  const found = findBefore(path, now, places)
  if (typeof found === 'object') return found.before
  const settings = parseJson(decode(now))
  if (findHookCommands(settings).length === 0 && !isPluginEnabled(settings)) return undefined
  const why = found === 'changed-since' ? 'was changed since' : 'has no record of what was there before'
  writeNote(`${quote(path)} ${why}; what init added is taken out, and the rest stays`)
  return Buffer.from(removeFrom(decode(now)), 'utf8')
}

/** True when there was something to undo. */
const undoScope = async (values: Values, scope: Scope, places: Places): Promise<'nothing' | 'done' | 'refused'> => {
  const path = getSettingsPath(scope, places)
  const now = guard(path, () => readIfAny(path))
  const before = now === undefined ? undefined : guard(path, () => getUndone(path, now, places))
  if (now === undefined || before === undefined) return 'nothing'
  guard(path, () => show(path, decode(now), before === null ? '' : decode(before)))
  if (!(await isWanted(values))) return 'refused'
  guard(path, () => {
    assertSame(path, now)
    restore(path, before, places)
  })
  return 'done'
}

const undo = async (values: Values, scopes: readonly Scope[], places: Places): Promise<number> => {
  const results: string[] = []
  for (const scope of scopes) results.push(await undoScope(values, scope, places))
  if (results.includes('refused')) {
    writeNote(NOT_WRITTEN)
    return EXIT.failed
  }
  writeOut(results.includes('done') ? 'Restored.\n' : 'There is nothing to undo.\n')
  return EXIT.done
}

/** Sets up an agent, or takes that back. */
export const runInit = async (values: Values): Promise<number> => {
  const places: Places = { cwd: process.cwd(), env: process.env }
  const scope = SCOPES.find((name) => name === values.text('scope'))
  if (values.on('undo')) return undo(values, scope === undefined ? SCOPES : [scope], places)
  if (values.argument === undefined) throw usageError('init needs a HOST', 'choose claude-code')
  return setUpClaudeCode(values, scope ?? 'user', places)
}
