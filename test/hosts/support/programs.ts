/** The real host programs: fetched by npm once for each version, into the user's cache. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'context-diet-tests')

/** A developer without network says so; nobody else may pass without the real program. */
export const SKIP_VARIABLE = 'DIET_SKIP_HOSTS'

const install = (name: string, version: string, dir: string, more: readonly string[]): void => {
  mkdirSync(cache, { recursive: true })
  const scratch = mkdtempSync(join(cache, 'fetch-'))
  try {
    execFileSync('npm', ['init', '-y'], { cwd: scratch, stdio: 'ignore' })
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--force', '--loglevel=error']
    execFileSync('npm', ['install', ...flags, ...more, `${name}@${version}`], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    renameSync(scratch, dir)
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    // Another worker was faster.
    if (!existsSync(dir)) throw error
  }
}

/**
 * The directory of an installed package; `flags` are npm's. Where it cannot be fetched: undefined on a developer's machine that set `DIET_SKIP_HOSTS=1`, else an
 * error, also under CI.
 */
export const fetchPackage = (name: string, version: string, flags: readonly string[] = []): string | undefined => {
  const dir = join(cache, `${name.replaceAll(/[@/]/g, '_')}-${version}`)
  const path = join(dir, 'node_modules', name)
  if (existsSync(path)) return path
  try {
    install(name, version, dir, flags)
    return path
  } catch (error) {
    if (process.env[SKIP_VARIABLE] === '1' && process.env.CI === undefined) return undefined
    throw new Error(`${name}@${version} cannot be fetched; without network set ${SKIP_VARIABLE}=1 to skip its tests.`, {
      cause: error,
    })
  }
}

const platform = `${process.platform}-${process.arch}`

/** The executable of Claude Code. */
export const claudeProgram = (version: string): string | undefined => {
  const path = fetchPackage(`@anthropic-ai/claude-code-${platform}`, version)
  return path === undefined ? undefined : join(path, 'claude')
}
