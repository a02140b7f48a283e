#!/usr/bin/env node
/** What the command name starts: the program, with the code that was compiled of it before. Taking in modules would cost more than most verbs do. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runCached } from '../hosts/cached-script.ts'

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** A host starts its hook for each result of a tool: it is a script of its own, with nothing that other verbs need. */
const HOOKS: ReadonlyMap<string, string> = new Map([['hook claude-code', fileAt('../plugins/claude-code/dist/hook.cjs')]])

const [verb = '', ...rest] = process.argv.slice(2)
const hook = HOOKS.get([verb, ...rest].join(' '))
if (hook !== undefined && existsSync(hook)) runCached(hook, process.env)
else runCached(fileAt('program.cjs'), process.env, /^[a-z]+$/.test(verb) ? verb : '')
