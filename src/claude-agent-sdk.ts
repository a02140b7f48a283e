/**
 * For programs on the Claude Agent SDK: long tool results become digests before the model reads them.
 *
 * @module context-diet/claude-agent-sdk
 */
export {
  createDietHook,
  type DietHook,
  type DietHookMatcher,
  type DietHookOptions,
  type DietHookOutput,
  dietHooks,
} from './hosts/claude-agent-sdk/callback.ts'
