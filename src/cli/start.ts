#!/usr/bin/env node
/** What the command name starts: the program, with the code that was compiled of it before. Taking in modules would cost more than most verbs do. */
import { fileURLToPath } from 'node:url'
import { runCached } from '../hosts/cached-script.ts'

const verb = process.argv[2] ?? ''
runCached(fileURLToPath(new URL('program.cjs', import.meta.url)), process.env, /^[a-z]+$/.test(verb) ? verb : '')
