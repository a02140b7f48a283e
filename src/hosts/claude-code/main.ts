/** Answers one event of the settings hook; with `--sweep DIR` tidies a stash instead. */
import { recentKeys } from '../../ledger/ledger.ts'
import { createFileStash } from '../../stash/file.ts'
import { runClaudeCodeHook } from './hook.ts'

export { usedFor } from './hook.ts'

const [flag, dir] = process.argv.slice(2)
if (flag === '--sweep' && dir !== undefined) void createFileStash({ dir, pinned: () => recentKeys(dir) }).gc()
// Nothing is left to do, and taking the engine apart would cost as much as a part of the work.
else void runClaudeCodeHook().then(() => process.exit(0))
