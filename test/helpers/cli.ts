/** Runs the built program as a user does. */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const repository: string = fileURLToPath(new URL('../..', import.meta.url))
export const program: string = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Standard output as bytes. */
  readonly bytes: Buffer
}

export interface RunOptions {
  readonly cwd: string
  readonly input?: string | Buffer
}

const toRan = ({ status, stdout, stderr }: SpawnSyncReturns<Buffer>): Ran => ({
  code: status,
  out: stdout.toString('utf8'),
  err: stderr.toString('utf8'),
  bytes: stdout,
})

/** Without `input`, standard input is empty. */
export const run = (args: readonly string[], { cwd, input = '' }: RunOptions): Ran =>
  toRan(spawnSync(process.execPath, [program, ...args], { cwd, input, maxBuffer: 1 << 28 }))

/** A line of bash in which `$DIET` is the program. */
export const runShell = (script: string, { cwd, input = '' }: RunOptions): Ran =>
  toRan(
    spawnSync('bash', ['-c', script], {
      cwd,
      input,
      maxBuffer: 1 << 28,
      env: { ...process.env, DIET: `${process.execPath} ${program}` },
    }),
  )

/** As `run`, beside others. */
export const runBeside = (args: readonly string[], { cwd, input = '' }: RunOptions): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      const bytes = Buffer.concat(out)
      resolve({ code, out: bytes.toString('utf8'), err: Buffer.concat(err).toString('utf8'), bytes })
    })
    child.stdin.end(input)
  })
