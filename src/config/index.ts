/** The entry `context-diet/config`: what `context-diet.json` says, for programs that use the library. */
export type { Action, BlockFilter, Filter, LineTest } from '../verbs/filters.ts'
export { type Config, parseConfig, readConfig } from './config.ts'
export { ConfigError } from './filters.ts'
