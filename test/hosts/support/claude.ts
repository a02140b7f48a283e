/** One run of the real Claude Code against a scripted model, in a home and a project of its own. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mcpServer } from './expect.ts'
import { type Received, type Step, serveMessages } from './messages-server.ts'

export const plugin: string = fileURLToPath(new URL('../../../plugins/claude-code', import.meta.url))

export interface World {
  readonly home: string
  readonly project: string
  /** What `/diet` would have set in the project. */
  settings(values: object): void
  remove(): void
}

/** A fresh home and an empty project with the mark of a project's root. */
export const createWorld = (): World => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'claude-')))
  const [home, project] = [join(dir, 'home'), join(dir, 'project')]
  mkdirSync(home)
  mkdirSync(join(project, '.git'), { recursive: true })
  const settings = (values: object): void => {
    mkdirSync(join(project, '.context-diet'), { recursive: true, mode: 0o700 })
    writeFileSync(join(project, '.context-diet', 'settings.json'), JSON.stringify(values))
  }
  return { home, project, settings, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** A step of a script: one call of a tool. */
export const call = (name: string, input: Readonly<Record<string, unknown>>): Step => ({ calls: [{ name, input }] })

/** Arguments that give a run the test's own MCP server, named `test`. */
export const withMcp = ({ project }: World): readonly string[] => {
  const servers = { mcpServers: { test: { command: process.execPath, args: [mcpServer] } } }
  writeFileSync(join(project, '..', 'mcp.json'), JSON.stringify(servers))
  return ['--mcp-config', join(project, '..', 'mcp.json')]
}

export interface RunClaude {
  readonly program: string
  readonly world: World
  readonly script: readonly Step[]
  readonly prompt?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Directory of the plugin; undefined for none. */
  readonly plugin?: string | undefined
  readonly onSpawn?: (pid: number) => void
}

export interface ClaudeRun {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly results: readonly Received[]
  /** Everything the model was sent. */
  readonly sent: string
}

/** Only what the program needs: nothing of the developer's own set-up leaks in, and nothing leaves the machine. */
const environment = (home: string, url: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  LANG: 'C.UTF-8',
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'dummy',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
})

/** Far more than a run takes on a machine that does nothing else, which is some four seconds. */
const LIMIT_MS = 200_000

export const runClaude = async ({
  program,
  world,
  script,
  prompt = 'go',
  args = [],
  env = {},
  ...rest
}: RunClaude): Promise<ClaudeRun> => {
  const server = await serveMessages(script)
  const load = rest.plugin === undefined ? [] : ['--plugin-dir', rest.plugin]
  const child = spawn(program, ['-p', prompt, ...args, ...load], {
    cwd: world.project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(world.home, server.url), ...env },
  })
  if (child.pid !== undefined) rest.onSpawn?.(child.pid)
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (piece: Buffer) => out.push(piece.toString('utf8')))
  child.stderr.on('data', (piece: Buffer) => err.push(piece.toString('utf8')))
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  clearTimeout(timer)
  const results = server.results()
  const sent = JSON.stringify(server.bodies)
  await server.close()
  return { code, out: out.join(''), err: err.join(''), results, sent }
}

/** Runs a program of claude's own, such as `plugin validate`. */
export const callClaude = (
  program: string,
  world: World,
  args: readonly string[],
): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: world.project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(world.home, 'http://127.0.0.1:9'),
    })
    const out: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => out.push(piece.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out: out.join('') }))
  })
