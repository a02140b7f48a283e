/** The program: finds the verb, reads its flags, runs it, and turns what goes wrong into one line and an exit code. */
import packageJson from '../../package.json' with { type: 'json' }
import { COMMANDS } from './commands.ts'
import { EXIT, toFailure, usageError } from './errors.ts'
import { formatHelp, formatVerbHelp } from './help.ts'
import { ClosedPipe, writeNote, writeOut } from './output.ts'
import { getVerb, parseFlags } from './parse.ts'
import { noteUse } from './use.ts'

export { usedFor } from './use.ts'

const runVerb = async (name: string, args: readonly string[]): Promise<number> => {
  const verb = getVerb(name)
  const values = parseFlags(verb, args)
  if (values.on('help')) {
    writeOut(formatVerbHelp(verb))
    return EXIT.done
  }
  noteUse(verb.name)
  const command = await COMMANDS[verb.name]()
  return command(values)
}

const run = async ([first, ...rest]: readonly string[]): Promise<number> => {
  if (first === undefined) throw usageError('there is no verb', '`context-diet --help` lists them')
  if (first.startsWith('-')) noteUse('options')
  if (first === '--version' || first === '-V') writeOut(`${packageJson.version}\n`)
  else if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    writeOut(formatHelp(packageJson.version))
  else if (first === 'help') return runVerb(rest[0]!, ['--help'])
  else if (first.startsWith('-')) throw usageError('the verb comes first', '`context-diet VERB [FLAGS]`')
  else return runVerb(first, rest)
  return EXIT.done
}

const fail = (error: unknown): number => {
  if (error instanceof ClosedPipe) return EXIT.done
  const failure = toFailure(error)
  writeNote(failure.message)
  return failure.exit
}

void run(process.argv.slice(2))
  .catch(fail)
  .then((code) => {
    process.exitCode = code
  })
