/** The part of Claude Code's mod interface that the mod uses; the program's own declarations are larger and of its version. */

export interface RunResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface Engine {
  readonly session: {
    root(): Promise<string>
    id(): Promise<string>
  }
  readonly fs: {
    read(path: string, options?: { readonly as?: 'text'; readonly offset?: number; readonly length?: number }): Promise<string>
    read(
      path: string,
      options: { readonly as: 'bytes'; readonly offset?: number; readonly length?: number },
    ): Promise<{ readonly base64: string }>
    write(path: string, text: string): Promise<void>
    exists(path: string): Promise<boolean>
    stat(path: string): Promise<{ readonly kind: string; readonly size: number }>
    list(path?: string): Promise<readonly { readonly name: string; readonly kind: string; readonly size: number }[]>
  }
  readonly store: {
    get(key: string): Promise<unknown>
    set(key: string, value: unknown): Promise<void>
  }
  readonly process: {
    run(
      argv: readonly string[],
      init?: { readonly stdin?: string; readonly cwd?: string; readonly timeoutMs?: number },
    ): Promise<RunResult>
    hookEnv(): Promise<Readonly<Record<string, string | undefined>>>
  }
  readonly env: {
    get(name: string): Promise<string | undefined>
    set(name: string, value: string | undefined): Promise<unknown>
  }
  readonly tool: {
    check(query: { readonly tool: string; readonly input: unknown }): Promise<Verdict>
  }
  readonly command: {
    register(spec: {
      readonly name: string
      readonly description: string
      readonly argumentHint?: string
      readonly immediate?: true
    }): Promise<unknown>
  }
  readonly ui: {
    status(text: string | undefined): unknown
    toast(text: string, options?: { readonly timeoutMs?: number }): unknown
    log(text: string, options?: { readonly to?: 'debug' }): unknown
  }
}

export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly reason?: string
}

export interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly tool_use_id?: string
  readonly content?: string | readonly Block[]
  readonly is_error?: boolean
}

export interface Row {
  readonly message: { readonly content: readonly Block[] }
  readonly door: string
  readonly origin: { readonly kind: string; readonly tool?: string }
  readonly agentId?: string
}

export type Next<E, R> = (event: E) => Promise<R>

/** `on(event, hook)` and `on(event, matcher, hook)`. */
export interface On {
  <E, R>(event: string, hook: ($: Engine, e: E, next: Next<E, R>) => R | Promise<R>): Registration<E, R>
  <E, R>(
    event: string,
    matcher: Readonly<Record<string, string>>,
    hook: ($: Engine, e: E, next: Next<E, R>) => R | Promise<R>,
  ): Registration<E, R>
}

export interface Registration<E, R> {
  catch(handler: ($: Engine, e: E, next: Next<E, R> & { readonly error?: { readonly kind: string } }) => R | Promise<R>): void
}
