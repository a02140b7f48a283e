import { toFailure } from './errorHandler.js'

export interface Job {
  readonly id: number
  readonly run: () => Promise<void>
}

/** Runs a job up to three times; only failures that a retry can cure are tried again. */
export const runJob = async (job: Job, log: (line: string) => void): Promise<boolean> => {
  const started = 0
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      await job.run()
      log(`[queue] info job=${job.id} attempt=${attempt} state=done`)
      return true
    } catch (error) {
      const failure = toFailure((error as { code?: string }).code ?? '')
      log(`[queue] warn job=${job.id} attempt=${attempt} state=${failure.code} retry=${failure.retry}`)
      if (!failure.retry) return false
    }
  }
  return false
}
