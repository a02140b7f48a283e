/**
 * The settings hook of Claude Code as its host runs it: the command of `hooks.json`, one real event of 100 kB on standard input, a stash of its own.
 * CPU above `node -e 0`, the least of many interleaved runs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeText, TEXTS } from './texts.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const PLUGIN = join(root, 'plugins/claude-code')
const COMMANDS = { service: 'docker compose logs', tests: 'npm test', build: 'make -j8' }
const EVENT_CHARS = 100_000
const AGAIN = 'plugin, rerun'

/** What Claude Code 2.1.332 writes for a Bash call that succeeded. */
const eventOf = (kind, cwd, id, more = '') => ({
  session_id: '0b5d4f6e-4d4c-4a7c-9a56-1d2f3a4b5c6d',
  transcript_path: join(cwd, 'transcript.jsonl'),
  cwd,
  prompt_id: '7f0c8a52-51b0-4b7f-8e7b-0a1b2c3d4e5f',
  permission_mode: 'default',
  effort: { level: 'high' },
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: COMMANDS[kind], description: 'Run it' },
  tool_response: {
    stdout: makeText(kind, EVENT_CHARS) + more,
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  },
  tool_use_id: id,
  duration_ms: 5120,
})

/** User and system CPU in ms of a shell command with a file as its input. */
const cpuOf = (command, input, env) => {
  const script = `TIMEFORMAT='%U %S'; time (eval "$1" < "$2" > "$3" 2>/dev/null)`
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', command, input, `${input}.out`], { encoding: 'utf8', env })
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return (user + system) * 1000
}

const hookCommand = () => {
  const { hooks } = JSON.parse(readFileSync(join(PLUGIN, 'hooks/hooks.json'), 'utf8'))
  return hooks.PostToolUse[0].hooks[0].command
}

/** Ways to run it, by name: the shell command, and what its process must find in its environment. */
const waysIn = (dir) => {
  const base = { PATH: process.env.PATH, HOME: join(dir, 'home'), CLAUDE_PID: '1' }
  return {
    'plugin hook': {
      command: hookCommand(),
      env: { ...base, CLAUDE_PLUGIN_ROOT: PLUGIN, CLAUDE_PLUGIN_DATA: join(dir, 'data') },
    },
    'context-diet hook': { command: `node "${join(root, 'dist/cli.js')}" hook claude-code`, env: base },
  }
}

/** Each run is the first of its project, or the cost of a stash that is there already is measured. */
const freshProject = (cwd) => {
  rmSync(cwd, { recursive: true, force: true })
  mkdirSync(cwd, { recursive: true })
  writeFileSync(join(cwd, 'package.json'), '{}')
}

const isKept = (text, dir) => {
  const stash = join(dir, 'project/.context-diet')
  const saved = existsSync(stash) ? readdirSync(stash).filter((name) => /^[0-9a-f]{24}\.txt$/.test(name)) : []
  return saved.some((name) => readFileSync(join(stash, name), 'utf8') === text)
}

/** Prints a row for each way and kind of output; fails when a run did not answer with a digest whose original is kept. */
export const benchHook = (dir, runs = 12) => {
  mkdirSync(join(dir, 'home'), { recursive: true })
  console.log(
    `\n# Settings hook of Claude Code, ${EVENT_CHARS / 1000} kB result: CPU in ms above \`node -e 0\` (least of ${runs}, interleaved).`,
  )
  const ways = waysIn(dir)
  const least = new Map()
  const note = (name, cpu) => least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, cpu))
  const kinds = Object.keys(TEXTS)
  for (let run = 0; run < runs; run++) {
    for (const kind of kinds) {
      note('bare', cpuOf('node -e 0', '/dev/null', ways['plugin hook'].env))
      const cwd = join(dir, 'project')
      const measure = (way, event) => {
        const { command, env } = ways[way]
        const input = join(dir, 'event.json')
        writeFileSync(input, JSON.stringify(event))
        const cpu = cpuOf(command, input, env)
        const answer = readFileSync(`${input}.out`, 'utf8')
        if (!answer.includes('[diet]') || !isKept(event.tool_response.stdout, dir))
          throw new Error(`${way}, ${kind}: no digest, or no original: ${answer.slice(0, 200)}`)
        return cpu
      }
      for (const way of Object.keys(ways)) {
        freshProject(cwd)
        note(`${way} ${kind}`, measure(way, eventOf(kind, cwd, `toolu_${run}_${kind}`)))
      }
      // In the project of the last run: compared with what it saved.
      note(`${AGAIN} ${kind}`, measure('plugin hook', eventOf(kind, cwd, `toolu_${run}_${kind}_again`, 'one line more\n')))
    }
  }
  const bare = least.get('bare')
  const above = (way, kind) => least.get(`${way} ${kind}`) - bare
  console.log(
    `${'node -e 0'.padEnd(20)} ${bare.toFixed(0).padStart(16)}   (busy machines count more for the same work: the ratio to this stays)`,
  )
  console.log(''.padEnd(20), ...kinds.map((kind) => kind.padStart(16)))
  for (const way of [...Object.keys(ways), AGAIN]) {
    const cells = kinds.map((kind) => `${above(way, kind).toFixed(0)} (${(above(way, kind) / bare).toFixed(2)}x)`.padStart(16))
    console.log(way.padEnd(20), ...cells)
  }
}
