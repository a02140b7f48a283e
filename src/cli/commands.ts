/** Where each verb's code is. It is loaded only when the verb is used, since start-up time is paid on every call. */
import type { VerbName } from './flags.ts'
import type { Values } from './parse.ts'

/** Runs a verb and returns the exit code. */
export type Command = (values: Values) => number | Promise<number>

export const COMMANDS: Readonly<Record<VerbName, () => Promise<Command>>> = {
  digest: async () => (await import('./commands/digest.ts')).runDigest,
  count: async () => (await import('./commands/count.ts')).runCount,
  dedupe: async () => (await import('./commands/reduce.ts')).runDedupe,
  extract: async () => (await import('./commands/reduce.ts')).runExtract,
  summarize: async () => (await import('./commands/reduce.ts')).runSummarize,
  pack: async () => (await import('./commands/reduce.ts')).runPack,
  check: async () => (await import('./commands/check.ts')).runCheck,
  verify: async () => (await import('./commands/verify.ts')).runVerify,
  run: async () => (await import('./commands/run.ts')).runRun,
  request: async () => (await import('./commands/request.ts')).runRequest,
  retrieve: async () => (await import('./commands/retrieve.ts')).runRetrieve,
  stash: async () => (await import('./commands/stash.ts')).runStash,
  report: async () => (await import('./commands/report.ts')).runReport,
  init: async () => (await import('./commands/init.ts')).runInit,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  hook: async () => (await import('./commands/hook.ts')).runHook,
  mcp: async () => (await import('./commands/mcp.ts')).runMcp,
  completions: async () => (await import('./commands/completions.ts')).runCompletions,
}
