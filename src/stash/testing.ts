/** For tests that need other processes: the sources of this folder as JavaScript, and processes that run them. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, expect } from 'vitest'
import { keyOf } from './key.ts'
import { StashError } from './stash.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

const COMPILER: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
}

/** Writes the folder's sources as JavaScript to `dir` and gives the URL of its `file.js`. */
export const compileStash = (dir: string): string => {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
  for (const name of readdirSync(HERE)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const { outputText } = ts.transpileModule(readFileSync(join(HERE, name), 'utf8'), { compilerOptions: COMPILER })
    writeFileSync(join(dir, name.replace(/ts$/, 'js')), outputText)
  }
  return pathToFileURL(join(dir, 'file.js')).href
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts `node` on a module's text. */
export const startNode = (
  script: string,
  options: SpawnOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, ended }
}

export const runNode = (script: string, options: SpawnOptions = {}): Promise<Ended> => startNode(script, options).ended

/** A directory for one test file, removed at its end. */
export const useDirectory = (): { readonly root: string; readonly newDir: () => string } => {
  const root = mkdtempSync(join(tmpdir(), 'diet-stash-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return { root, newDir: () => mkdtempSync(join(root, 'case-')) }
}

/** The StashError that the action throws. */
export const failureOf = (action: () => unknown): StashError => {
  try {
    action()
  } catch (error) {
    if (error instanceof StashError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

export const filesIn = (dir: string, suffix: string): readonly string[] =>
  readdirSync(dir).filter((name) => name.endsWith(suffix))

export const temporaryIn = (dir: string): readonly string[] => readdirSync(dir).filter((name) => /^\.(tmp|out)-/.test(name))

/** Every original in the directory has the content that its name promises. */
export const expectWhole = (dir: string): void => {
  for (const name of filesIn(dir, '.txt')) expect(keyOf(readFileSync(join(dir, name))), name).toBe(name.slice(0, 24))
}
