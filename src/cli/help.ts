/** The help texts, from the table. */
import { CATEGORIES, type Flag, formatFlag, getFlags, VERBS, type Verb } from './flags.ts'

const WIDTH = 100

/** Words in lines of at most `WIDTH` chars, each line behind `indent`. */
const wrap = (text: string, indent: string): string => {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line !== indent && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = indent
    }
    line += line === indent ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}

/** What a flag's value may be and what it is when the flag is not given, in brackets; empty for a switch without either. */
export const formatValues = (flag: Flag): string => {
  const facts = [
    ...(flag.value?.choices === undefined ? [] : [flag.value.choices.join(', ')]),
    ...(flag.default === undefined ? [] : [`default ${flag.default}`]),
  ]
  return facts.length === 0 ? '' : ` [${facts.join('; ')}]`
}

const formatEntry = (flag: Flag): string => {
  const names = `  ${flag.short === undefined ? '    ' : `-${flag.short}, `}${formatFlag(flag)}`
  const more = flag.more === undefined ? [] : [wrap(flag.more, '          ')]
  return [names, wrap(`${flag.doc}${formatValues(flag)}`, '          '), ...more].join('\n')
}

export const formatUsage = ({ name, argument }: Verb): string => {
  const flags = getFlags(name).length > 1 ? ' [FLAGS]' : ''
  if (argument?.rest === true) return `context-diet ${name}${flags} [--] ${argument.name} [ARGUMENTS]`
  return `context-diet ${name}${argument === undefined ? '' : ` ${argument.choices?.join('|') ?? argument.name}`}${flags}`
}

/** What `context-diet VERB --help` prints. */
export const formatVerbHelp = (verb: Verb): string => {
  const flags = getFlags(verb.name)
  const sections = CATEGORIES.flatMap((category) => {
    const entries = flags.filter((flag) => flag.category === category).map(formatEntry)
    return entries.length === 0 ? [] : [`${category}:\n${entries.join('\n')}`]
  })
  const examples = `Examples:\n${verb.examples.map((example) => `  ${example}`).join('\n')}`
  return `${[`${verb.doc}.`, `Usage: ${formatUsage(verb)}`, wrap(verb.more, ''), ...sections, examples].join('\n\n')}\n`
}

/** What `context-diet --help` prints. */
export const formatHelp = (version: string): string => {
  const width = Math.max(...VERBS.map(({ name }) => name.length))
  const verbs = VERBS.map(({ name, doc }) => `  ${name.padEnd(width)}  ${doc}`).join('\n')
  return `context-diet ${version}
Makes long tool output fit a coding agent's context and proves every cut.

Usage: context-diet VERB [FLAGS] < INPUT
       context-diet VERB --input FILE [FLAGS]

Verbs:
${verbs}

context-diet VERB --help describes a verb. context-diet --version prints the version.

Exit codes: 0 done; 1 a check or verification failed; 2 usage; 3 protected lines exceed the budget;
4 input cannot be read, output cannot be written, or a limit is exceeded.
`
}
