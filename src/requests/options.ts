/** What a caller can ask of request compression, with every default in one place. */
import { chars4, type TokenCounter } from '../source/tokens.ts'
import { engineDiet, sha256Key } from './defaults.ts'
import type { FormatName } from './formats/types.ts'
import { type AsyncRequestStore, createMemoryStore, type RequestStore } from './store.ts'

/** One text of a tool result and what the request says about it. */
export interface DietInput {
  readonly text: string
  readonly tool?: string
  /** The shell command, where the tool call has one. */
  readonly command?: string
  readonly isError: boolean
  readonly exitCode?: number
  /** Given only for a result that no earlier request can have sent. */
  readonly query?: string
  /** Ceiling in tokens for this text. */
  readonly budget?: number
  /** What the budget is counted with. */
  readonly counter: TokenCounter
  /** The retrieval tool, when the request offers it to the model. */
  readonly retrieveTool?: string
}

export interface DietOutcome {
  readonly text: string
  readonly changed: boolean
  /** Key of the original in the stash. */
  readonly key?: string
}

/** Reduces one text. It must be deterministic: the same input gives the same text, in every process. */
export type Diet = (input: DietInput) => DietOutcome
export type AsyncDiet = (input: DietInput) => Promise<DietOutcome> | DietOutcome

interface CommonOptions {
  /** Results of fewer tokens stay; default 2000. */
  readonly threshold?: number | undefined
  /** Ceiling in tokens for each reduced result; none by default. */
  readonly budget?: number | undefined
  /**
   * What stays as it was sent before. `cache_control` (the default): everything up to the last cache mark of the body stays
   * as the client wrote it, and no result depends on anything but the body up to it. `conversation`: what an earlier request
   * of the conversation sent, reduced or whole, is sent again from the store.
   */
  readonly frozen?: 'cache_control' | 'conversation' | undefined
  /** Names the conversation in the store; by default a hash of its first user message. */
  readonly conversation?: string | undefined
  /** Content key of a text; default: see `sha256Key`. */
  readonly hash?: ((text: string) => string) | undefined
  /** `diet` (the default) reduces failing results like others, `keep` leaves them. */
  readonly errors?: 'diet' | 'keep' | undefined
  /** Whether a result identical to an earlier one of the body becomes a reference to it; default true. */
  readonly repeats?: boolean | undefined
  readonly query?: string | undefined
  /** Name of the tool that reads originals; its own results stay. */
  readonly retrieveTool?: string | undefined
  readonly counter?: TokenCounter | undefined
  /** Taken as given instead of detected. */
  readonly format?: FormatName | undefined
}

export interface RequestOptions extends CommonOptions {
  /** Default: the engine. */
  readonly diet?: Diet | undefined
  /** For `conversation`: what was sent. For `cache_control`: only saves work. Default: in memory, one for each diet. */
  readonly store?: RequestStore | undefined
}

/** For a diet that saves the original first, and a store on a disk or a server. */
export interface AsyncRequestOptions extends CommonOptions {
  readonly diet?: AsyncDiet | undefined
  readonly store?: AsyncRequestStore | undefined
}

export interface Settings<D = Diet, S = RequestStore> {
  readonly diet: D
  readonly store: S
  readonly threshold: number
  readonly budget: number | undefined
  readonly frozen: 'cache_control' | 'conversation'
  readonly conversation: string | undefined
  readonly hash: (text: string) => string
  readonly errors: 'diet' | 'keep'
  readonly repeats: boolean
  readonly query: string | undefined
  readonly retrieveTool: string | undefined
  readonly counter: TokenCounter
  readonly format: FormatName | undefined
}

// One store for each diet: what one of them reduced must not be replayed for another.
const processStores = new WeakMap<AsyncDiet, RequestStore>()

const processStore = (diet: AsyncDiet): RequestStore => {
  const store = processStores.get(diet) ?? createMemoryStore()
  processStores.set(diet, store)
  return store
}

/** Fills in the defaults. Throws a RangeError for a threshold or budget that is no number of tokens. */
export const resolveOptions = <D extends AsyncDiet, S extends AsyncRequestStore>(
  options: CommonOptions & { readonly diet?: D | undefined; readonly store?: S | undefined },
): Settings<D | Diet, S | RequestStore> => {
  const { threshold = 2000, budget, diet = engineDiet, frozen = 'cache_control', errors = 'diet' } = options
  if (!(threshold >= 0)) throw new RangeError(`threshold must be a number of tokens, not ${threshold}`)
  if (budget !== undefined && !(budget > 0)) throw new RangeError(`budget must be a positive number of tokens, not ${budget}`)
  return {
    diet,
    store: options.store ?? processStore(diet),
    threshold,
    budget,
    frozen,
    errors,
    conversation: options.conversation,
    hash: options.hash ?? sha256Key,
    repeats: options.repeats ?? true,
    query: options.query || undefined,
    retrieveTool: options.retrieveTool,
    counter: options.counter ?? chars4,
    format: options.format,
  }
}
