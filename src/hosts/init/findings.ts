/** What `doctor` says: one line for each thing it looked at, and the way out where something is wrong. Pure. */

/** `info` is neither good nor bad; `warn` costs the user something; `fail` means that what is set up does not work. */
export type Status = 'ok' | 'info' | 'warn' | 'fail'

export interface Finding {
  readonly check: string
  readonly status: Status
  readonly message: string
  /** What to do about it. */
  readonly fix?: string
}

export const formatFindings = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings
    .flatMap(({ check, status, message, fix }) => [
      `${status.padEnd(4)}  ${check.padEnd(width)}  ${message}`,
      ...(fix === undefined ? [] : [`${' '.repeat(width + 8)}fix: ${fix}`]),
    ])
    .map((line) => `${line}\n`)
    .join('')
}
