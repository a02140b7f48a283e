/** The reference of the command line as Markdown, from the table; `scripts/docs.mjs` writes it into the documentation. */
import { type Flag, formatFlag, getFlags, VERBS, type Verb } from './flags.ts'
import { formatUsage, formatValues } from './help.ts'

const escapeCell = (text: string): string => text.replaceAll('|', '\\|')

const formatRow = (flag: Flag): string => {
  const name = `\`${formatFlag(flag)}\`${flag.short === undefined ? '' : `, \`-${flag.short}\``}`
  const doc = `${flag.doc}${formatValues(flag)}.${flag.more === undefined ? '' : ` ${flag.more}`}`
  return `| ${escapeCell(name)} | ${escapeCell(doc)} |`
}

const formatVerb = (verb: Verb): string => {
  const rows = getFlags(verb.name).map(formatRow)
  const examples = verb.examples.join('\n')
  return `## ${verb.name}\n\n${verb.doc}. ${verb.more}\n\n\`${formatUsage(verb)}\`\n\n| flag | |\n| --- | --- |\n${rows.join('\n')}\n\n\`\`\`\n${examples}\n\`\`\``
}

/** A table of the verbs. */
export const formatVerbTable = (): string =>
  ['| verb | |', '| --- | --- |', ...VERBS.map(({ name, doc }) => `| [\`${name}\`](docs/cli.md#${name}) | ${doc} |`)].join('\n')

/** Each verb with its flags. */
export const formatReference = (): string => VERBS.map(formatVerb).join('\n\n')
