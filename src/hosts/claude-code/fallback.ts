/** The program that the plugin's settings hook starts. */
import { runClaudeCodeHook } from './hook.ts'

await runClaudeCodeHook()
