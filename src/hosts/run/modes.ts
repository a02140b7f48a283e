/** Which commands are left alone: they run for as long as they are watched, go on behind our back, or print for another program. */

/** Flags that keep a program running and its screen up to date. */
const WATCH = /^--?(?:watch|watchAll|watch-all|watch-files|hot|serve)$|^--(?:watch|watchAll)=(?!false$|0$|no$|none$).+/
const NO_WATCH = /^--(?:watch|watchAll|watch-all)=(?:false|0|no|none)$|^--no-watch$/
/** Flags and programs that leave a process running when the command itself has ended. */
const DETACH = /^--(?:daemon|daemonize|detach|detached|background)$/
const DETACHERS = new Set(['nohup', 'setsid', 'daemonize', 'start-stop-daemon', 'disown'])
/** Programs that draw a screen or redraw one until somebody stops them. */
const WATCHERS = new Set(['watch', 'top', 'htop', 'entr', 'nodemon', 'watchexec', 'fswatch', 'inotifywait'])
/** What git and its like print for scripts. */
const MACHINE = /^--porcelain(?:=.*)?$/
/** Programs of which these mean to go on reading; for others they mean a file, force, a format or the history of a name. */
const FOLLOW = /^-[a-zA-Z]*[fF]$|^--follow(?:=|$)/
const FOLLOWERS = new Set(['tail', 'journalctl'])
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'])

const baseOf = (program: string): string => {
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
  return name.replace(/\.(?:exe|cmd|bat)$/i, '')
}

/** The script of `sh -c SCRIPT`, with any cluster of short flags that ends in `c`. */
export const shellScriptOf = ([program = '', ...args]: readonly string[]): string | undefined => {
  if (!SHELLS.has(baseOf(program))) return undefined
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
  return at < 0 || args.slice(0, at).some((arg) => !arg.startsWith('-')) ? undefined : args[at + 1]
}

/** Whether a shell script starts something with `&`; text in quotes, `&&`, `>&1`, `&>` and `|&` are none. */
export const hasBackgroundJob = (script: string): boolean => {
  let quote = ''
  for (let at = 0; at < script.length; at++) {
    const c = script[at]!
    if (c === '\\' && quote !== "'") at++
    else if (quote !== '') {
      if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '&') {
      const [before, after] = [script[at - 1] ?? '', script[at + 1] ?? '']
      if (after === '&') at++
      else if (before !== '>' && before !== '<' && before !== '|' && after !== '>') return true
    }
  }
  return false
}

/** Script names of package managers that stand for a watcher or a server: `npm run test:watch`, `yarn dev`. */
const LONG_SCRIPT = /^(?:\S+:)?(?:watch|dev|serve|start|preview|storybook)$/
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun'])
/** Tools of which `-w` means to watch; `grep -w` and `wc -w` mean something else. */
const SHORT_WATCH = new Set(['tsc', 'rollup', 'webpack', 'babel', 'mocha', 'tsup', 'tsdown', 'jest', 'vitest', 'vite', 'cypress'])

const startsLongScript = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    if (!MANAGERS.has(baseOf(word))) return false
    const [first = '', second = ''] = words.slice(at + 1, at + 9).filter((next) => !next.startsWith('-'))
    return LONG_SCRIPT.test(first === 'run' || first === 'run-script' ? second : first)
  })

const hasWatchFlag = (words: readonly string[]): boolean => {
  const at = words.findLastIndex((word) => WATCH.test(word))
  return at >= 0 && words[at + 1] !== 'false' && !words.slice(at).some((word) => NO_WATCH.test(word))
}

const watches = (words: readonly string[]): boolean => {
  const names = new Set(words.map(baseOf))
  const isIn = (tools: ReadonlySet<string>): boolean => [...names].some((name) => tools.has(name))
  if (WATCHERS.has(baseOf(words[0] ?? '')) || hasWatchFlag(words) || startsLongScript(words)) return true
  if (words.includes('-w') && isIn(SHORT_WATCH)) return true
  return (isIn(FOLLOWERS) || names.has('logs')) && words.some((word) => FOLLOW.test(word))
}

/**
 * Why the command's streams are handed through as they are; undefined when its output is to be digested. A command that only
 * mentions such a flag, say in a text, is handed through as well, and nothing is lost by that.
 */
export const getRawReason = (command: readonly string[]): string | undefined => {
  const script = shellScriptOf(command)
  const words = script === undefined ? command : script.split(/[\s;|()]+/).filter((word) => word !== '')
  if (watches(words)) return 'it watches'
  const detaches = words.some((word) => DETACH.test(word) || DETACHERS.has(baseOf(word)))
  if (detaches || (script !== undefined && hasBackgroundJob(script))) return 'it goes on in the background'
  return words.some((word) => MACHINE.test(word)) ? 'its output is for a program' : undefined
}
