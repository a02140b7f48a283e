/** Line prefixes that CI and container logs put before each line: timestamps, job and step names, streams. */

export interface Prefix {
  /** What it is, for `--explain`: for example `github-actions time`. */
  readonly name: string
  /** Offset in `text` where the body of the line that spans [from, to) begins; `from` when this line has no such prefix. */
  end(text: string, from: number, to: number): number
}

/** Recognises the prefix once per source, on a sample of its lines. */
export const detectPrefix = (_source: { readonly lines: number; view(n: number): string }): Prefix | undefined => undefined
