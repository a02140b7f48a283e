/** Runs a hook command as the host does, on an event like those of the host. */
import { spawnSync } from 'node:child_process'
import type { Finding } from './findings.ts'

const EVENT_BYTES = 100_000
/** A hook that takes longer is felt at every long result. */
const SLOW_MS = 1000
const TRIES = 3

const formatEvent = (cwd: string): string => {
  const lines = Array.from(
    { length: Math.ceil(EVENT_BYTES / 32) },
    (_, i) => `checked part ${String(i).padStart(6, '0')} of a build`,
  )
  return JSON.stringify({
    session_id: 'context-diet-doctor',
    cwd,
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'make' },
    tool_response: { stdout: lines.join('\n'), stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    tool_use_id: 'context-diet-doctor',
  })
}

interface Tried {
  readonly ms: number
  readonly status: number | null
  readonly out: string
  readonly err: string
}

const time = (run: () => { status: number | null; stdout: string; stderr: string }): Tried => {
  const start = performance.now()
  const { status, stdout, stderr } = run()
  return { ms: performance.now() - start, status, out: stdout ?? '', err: stderr ?? '' }
}

/** The quickest of a few: the first pays for a cold disk. */
const best = (run: () => Tried): Tried => {
  const tries = Array.from({ length: TRIES }, run)
  return tries.reduce((quickest, next) => (next.ms < quickest.ms ? next : quickest))
}

const isDigest = (out: string): boolean => {
  try {
    const answer: unknown = JSON.parse(out)
    return JSON.stringify(answer).includes('"updatedToolOutput"') && out.includes('[diet] ')
  } catch {
    return false
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0]!.slice(0, 200)

/** Whether the command answers with a digest, and how long it takes. `dir` is an empty directory. */
export const tryHook = (command: string, dir: string, env: NodeJS.ProcessEnv): Finding => {
  const check = 'hook'
  // Neither the mod of a session around us, nor its project.
  const { CONTEXT_DIET_MOD: _, CLAUDE_PID: __, ...clean } = env
  const options = { cwd: dir, encoding: 'utf8', env: { ...clean, CLAUDE_PROJECT_DIR: dir }, timeout: 30_000 } as const
  const tried = best(() => time(() => spawnSync(command, { ...options, input: formatEvent(dir), shell: true })))
  const node = best(() => time(() => spawnSync(process.execPath, ['-e', '0'], options)))
  if (!isDigest(tried.out)) {
    const why = tried.status === 0 ? 'it answers with no digest' : `it exits with ${tried.status ?? 'a time-out'}`
    const said = tried.err.trim() === '' ? '' : ` (${firstLine(tried.err)})`
    return {
      check,
      status: 'fail',
      message: `the hook does not work: ${why}${said}`,
      fix: 'context-diet init --undo, then context-diet init claude-code',
    }
  }
  const message = `a result of 100 kB becomes a digest in ${Math.round(tried.ms)} ms, of which ${Math.round(node.ms)} ms start Node`
  return tried.ms > SLOW_MS
    ? { check, status: 'warn', message, fix: 'use the plugin, whose mod needs no process, or free the machine' }
    : { check, status: 'ok', message }
}
