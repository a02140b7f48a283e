/** Completion scripts for shells, from the table. */
import { FLAGS, type Flag, getFlags, VERBS, type VerbName } from './flags.ts'

const getNames = (flag: Flag): readonly string[] => [
  `--${flag.name}`,
  ...(flag.negatable ? [`--no-${flag.name}`] : []),
  ...(flag.short === undefined ? [] : [`-${flag.short}`]),
]

const getWords = (verb: VerbName): readonly string[] => getFlags(verb).flatMap(getNames)

/** Flags with choices and flags that take a path, each once, whatever the verb. */
const getValueRules = (): readonly {
  readonly names: readonly string[]
  readonly words: readonly string[] | 'path' | 'none'
}[] => {
  const seen = new Set<string>()
  return FLAGS.flatMap((flag) => {
    if (flag.value === undefined || seen.has(flag.name)) return []
    seen.add(flag.name)
    const words = flag.value.choices ?? (flag.value.type === 'path' ? 'path' : 'none')
    return [{ names: getNames(flag), words }]
  })
}

const formatBash = (): string => {
  const values = getValueRules().map(({ names, words }) => {
    const reply =
      words === 'path' ? 'compgen -f -- "$current"' : words === 'none' ? '' : `compgen -W "${words.join(' ')}" -- "$current"`
    return `    ${names.join('|')}) COMPREPLY=(${reply === '' ? '' : `$(${reply})`}); return ;;`
  })
  const verbs = VERBS.map(
    ({ name, argument }) => `    ${name}) words="${[...(argument?.choices ?? []), ...getWords(name)].join(' ')}" ;;`,
  )
  return `# bash completion for context-diet
_context_diet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  case "$previous" in
${values.join('\n')}
  esac
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) words="${VERBS.map(({ name }) => name).join(' ')} --help --version" ;;
  esac
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${verbs.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o filenames -F _context_diet context-diet
`
}

const quoteShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const formatZshFlag = (flag: Flag): readonly string[] => {
  const { value } = flag
  const action = value?.choices !== undefined ? `(${value.choices.join(' ')})` : value?.type === 'path' ? '_files' : ''
  const doc = flag.doc.replaceAll('[', '\\[').replaceAll(']', '\\]')
  const rest = `[${doc}]${value === undefined ? '' : `:${value.placeholder}:${action}`}`
  return getNames(flag).map((name) => quoteShell(`${flag.repeats ? '*' : ''}${name}${rest}`))
}

const formatZsh = (): string => {
  const verbs = VERBS.map(({ name, doc }) => `    ${quoteShell(`${name}:${doc}`)}`)
  const cases = VERBS.map(({ name, argument }) => {
    const argumentSpec =
      argument === undefined
        ? []
        : argument.rest === true
          ? [`'(-)1:${argument.name}:_command_names -e'`, "'*::ARGUMENTS:_normal'"]
          : [`'1:${argument.name}:(${argument.choices?.join(' ') ?? ''})'`]
    return `    ${name}) _arguments ${[...argumentSpec, ...getFlags(name).flatMap(formatZshFlag)].join(' ')} ;;`
  })
  return `#compdef context-diet
_context_diet() {
  local -a verbs=(
${verbs.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$verb" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_context_diet" ]; then _context_diet "$@"; else compdef _context_diet context-diet; fi
`
}

const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const formatFishFlag = (verb: VerbName, flag: Flag): readonly string[] => {
  const condition = `-n '__fish_seen_subcommand_from ${verb}'`
  const short = flag.short === undefined ? '' : ` -s ${flag.short}`
  const { value } = flag
  const argument =
    value === undefined
      ? ''
      : value.choices !== undefined
        ? ` -x -a '${value.choices.join(' ')}'`
        : value.type === 'path'
          ? ' -r -F'
          : ' -x'
  const negated = flag.negatable
    ? [`complete -c context-diet ${condition} -l no-${flag.name} -d ${quoteFish(`Not: ${flag.doc}`)}`]
    : []
  return [`complete -c context-diet ${condition} -l ${flag.name}${short}${argument} -d ${quoteFish(flag.doc)}`, ...negated]
}

const formatFish = (): string => {
  const verbs = VERBS.map(({ name, doc }) => `complete -c context-diet -n __fish_use_subcommand -a ${name} -d ${quoteFish(doc)}`)
  const choices = VERBS.flatMap(({ name, argument }) =>
    argument?.choices === undefined
      ? []
      : [`complete -c context-diet -n '__fish_seen_subcommand_from ${name}' -a '${argument.choices.join(' ')}'`],
  )
  const flags = VERBS.flatMap(({ name }) => getFlags(name).flatMap((flag) => formatFishFlag(name, flag)))
  return `# fish completion for context-diet\ncomplete -c context-diet -f\n${[...verbs, ...choices, ...flags].join('\n')}\n`
}

export const formatCompletions = (shell: string): string =>
  shell === 'bash' ? formatBash() : shell === 'zsh' ? formatZsh() : formatFish()
