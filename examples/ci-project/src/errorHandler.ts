export interface Failure {
  readonly code: string
  readonly retry: boolean
}

const CODES: Record<string, Failure> = {
  ETIMEDOUT: { code: 'carrier_timeout', retry: true },
  ECONNRESET: { code: 'carrier_reset', retry: true },
  EBADLABEL: { code: 'label_rejected', retry: false },
}

export const toFailure = (code: string): Failure => CODES[code] ?? { code: 'unknown_error', retry: false }
