/** The program that the plugin's settings hook starts, for one event; with `--sweep DIR` it tidies a stash instead. */

import { recentKeys } from '../../ledger/ledger.ts'
import { createFileStash } from '../../stash/file.ts'
import { runClaudeCodeHook } from './hook.ts'

const [flag, dir] = process.argv.slice(2)
if (flag === '--sweep' && dir !== undefined) await createFileStash({ dir, pinned: () => recentKeys(dir) }).gc()
else await runClaudeCodeHook()
