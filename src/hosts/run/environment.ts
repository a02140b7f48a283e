/** What the environment tells `run`, and what it tells the command. */
import { readFileSync } from 'node:fs'

const INSIDE = 'CONTEXT_DIET_RUN'

/** What makes programs of several worlds print colours though they write to a pipe. */
const COLOURS: Readonly<Record<string, string>> = {
  FORCE_COLOR: '1',
  CLICOLOR_FORCE: '1',
  PY_COLORS: '1',
  CARGO_TERM_COLOR: 'always',
}

/** The environment of the command. With `colours`, programs are told that a terminal will show them; what the user set stays. */
export const getChildEnv = (colours: boolean, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...(colours && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb' ? COLOURS : {}),
  ...env,
  [INSIDE]: String(process.pid),
})

/** Group and foreground group in `/proc/self/stat`; the name of the program before them may hold anything but the last parenthesis. */
const GROUPS = /^ \S \d+ (\d+) \d+ -?\d+ (-?\d+)/

/** Whether a shell has put this process into the background, where drawing would write over the shell's own line. Known on Linux only. */
export const isInBackground = (readStat: () => string = () => readFileSync('/proc/self/stat', 'latin1')): boolean => {
  try {
    const stat = readStat()
    const groups = GROUPS.exec(stat.slice(stat.lastIndexOf(')') + 1))
    return groups !== null && groups[2] !== '-1' && groups[1] !== groups[2]
  } catch {
    return false
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether another `run` digests what this one prints: an output is reduced once. A server that outlived its `run` is not inside. */
export const isInsideRun = (env: NodeJS.ProcessEnv = process.env): boolean => {
  const pid = Number(env[INSIDE] ?? '')
  return Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid && isAlive(pid)
}
