#!/usr/bin/env node
/** The program: finds the verb, reads its flags, runs it, and turns what goes wrong into one line and an exit code. */
import packageJson from '../../package.json' with { type: 'json' }
import { COMMANDS } from './commands.ts'
import { EXIT, toFailure, usageError } from './errors.ts'
import { formatHelp, formatVerbHelp } from './help.ts'
import { ClosedPipe, writeNote, writeOut } from './output.ts'
import { getVerb, parseFlags } from './parse.ts'

const runVerb = async (name: string, args: readonly string[]): Promise<number> => {
  const verb = getVerb(name)
  const values = parseFlags(verb, args)
  if (values.on('help')) {
    writeOut(formatVerbHelp(verb))
    return EXIT.done
  }
  const command = await COMMANDS[verb.name]()
  return command(values)
}

const run = async ([first, ...rest]: readonly string[]): Promise<number> => {
  if (first === undefined) throw usageError('there is no verb', '`context-diet --help` lists them')
  if (first === '--version' || first === '-V') writeOut(`${packageJson.version}\n`)
  else if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    writeOut(formatHelp(packageJson.version))
  else if (first === 'help') return runVerb(rest[0]!, ['--help'])
  else if (first.startsWith('-')) throw usageError('the verb comes first', '`context-diet VERB [FLAGS]`')
  else return runVerb(first, rest)
  return EXIT.done
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof ClosedPipe) process.exitCode = EXIT.done
  else {
    const failure = toFailure(error)
    writeNote(failure.message)
    process.exitCode = failure.exit
  }
}
