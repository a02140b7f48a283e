/** Steps of a CI job: which lines belong to a step that failed. */
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'

/** Opens a step: what GitHub Actions and GitLab print before each. */
const OPENS = /^(?:##\[group\]|::group::|section_start:|\$ |Run )/
/** Closes a step as failed. */
const FAILS = /^(?:##\[error\]|ERROR: Job failed|Cleaning up project directory)/

/**
 * Per line 1 when it stands in a failed step, from the step's own opening line on; undefined when the source has no failed step.
 * Only lines that a role marks as header, verdict or failure are looked at, so the cost is that of few lines.
 */
export const failedSteps = (source: Source, roles: Uint8Array): Uint8Array | undefined => {
  let inFailed: Uint8Array | undefined
  let opened = 0
  for (let i = 0; i < roles.length; i++) {
    const role = roles[i]
    if (role === ROLE.header && OPENS.test(source.body(i + 1))) opened = i
    else if ((role === ROLE.failure || role === ROLE.verdict) && FAILS.test(source.body(i + 1))) {
      inFailed ??= new Uint8Array(roles.length)
      inFailed.fill(1, opened, i + 1)
    }
  }
  return inFailed
}
