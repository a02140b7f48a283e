/** What every digest that reached the model must hold. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Received } from './messages-server.ts'

export const mcpServer: string = fileURLToPath(new URL('./mcp-server.mjs', import.meta.url))
const suitesProgram = fileURLToPath(new URL('./project/suites.mjs', import.meta.url))

export const suitesCommand = (...words: readonly (string | number)[]): string => `node ${suitesProgram} ${words.join(' ')}`

/** What the program prints, from a run of our own. */
export const suitesOutput = (...words: readonly (string | number)[]): string => {
  try {
    return execFileSync(process.execPath, [suitesProgram, ...words.map(String)], { encoding: 'utf8', maxBuffer: 1 << 26 })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

const PATH = /complete output, unmodified: (\S+)/

/** The file that the head names. */
export const originalPath = (text: string): string => {
  const path = PATH.exec(text.slice(0, 500))?.[1]
  expect(path, text.slice(0, 300)).toBeDefined()
  return path!
}

export interface Expected {
  /** The complete output; its last line end may have gone on the way. */
  readonly original: string
  /** Most characters of the digest. */
  readonly target: number
  /** Texts that must be shown. */
  readonly shown?: readonly string[]
}

/** Fits, shows what it must, names a file that exists and holds the complete output, and shows no line that the output has not. */
export const expectDigest = ({ text }: Received, { original, target, shown = [] }: Expected): void => {
  expect(text.length, text.slice(0, 300)).toBeLessThanOrEqual(target)
  expect(readFileSync(originalPath(text), 'utf8').trimEnd()).toBe(original.trimEnd())
  for (const fact of shown) expect(text).toContain(fact)
  const lines = new Set(original.split('\n'))
  const body = text.slice(text.indexOf('[diet]')).split('\n')
  const foreign = body.filter(
    (line) => !line.startsWith('[diet]') && !lines.has(line.replace(/ \[diet\] \+ \d+ chars of L\d+$/, '')),
  )
  expect(foreign).toEqual([])
}
