/** Steps of a CI job: which lines belong to a step that failed, and what names the step and the job. */
import type { Ask } from '../../ladder/candidate.ts'
import { ROLE } from '../../signals/line.ts'
import { closesPart, opensScript, opensStep, STEP_FAILED } from '../../signals/steps.ts'
import type { Source } from '../../source/source.ts'

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
    if (role === ROLE.header && opensStep(source.body(i + 1))) opened = i
    else if ((role === ROLE.failure || role === ROLE.verdict) && FAILS.test(source.body(i + 1))) {
      inFailed ??= new Uint8Array(roles.length)
      inFailed.fill(1, opened, i + 1)
    }
  }
  return inFailed
}

/**
 * Per line 1 when it stands in a failed step that others followed, of a job which ended well: such a step may fail
 * (`continue-on-error`). Undefined where there is none, and where a command is named: what it answered is not how the job ended.
 */
export const outlivedSteps = (source: Source, roles: Uint8Array, { exitCode, command }: Ask): Uint8Array | undefined => {
  if (exitCode !== 0 || command !== undefined) return undefined
  let outlived: Uint8Array | undefined
  let opened = 0
  let failed = -1
  for (let i = 0; i < roles.length; i++) {
    const role = roles[i]
    if (role === ROLE.header && opensScript(source.body(i + 1))) {
      if (failed >= 0) (outlived ??= new Uint8Array(roles.length)).fill(1, opened, failed + 1)
      opened = i
      failed = -1
    } else if ((role === ROLE.failure || role === ROLE.verdict) && source.body(i + 1).startsWith(STEP_FAILED)) failed = i
  }
  return outlived
}

/** `Complete job name: test (20, ubuntu)`. */
const JOB = /^(?:Complete job name: |Job name: )\S/
/** Lines in which a job names itself. */
const JOB_LINES = 200
/** Opens a step and no mere part of one. */
const RUNS = /^(?:(?:##\[|::)group(?:\]|::)Run |##\[section\]|section_start:|\$ |Run )/

/** Lines that name the failed step, the part of it that is open, and the job; by lines (from 1) that say what failed, ascending. */
export const stepNames = (source: Source, roles: Uint8Array, failing: readonly number[]): readonly number[] => {
  const names = new Set<number>()
  let step = 0
  let part = 0
  let k = 0
  for (let i = 0; i < roles.length && k < failing.length; i++) {
    if (roles[i] === ROLE.header) {
      const body = source.body(i + 1)
      if (opensStep(body)) [step, part] = RUNS.test(body) ? [i + 1, 0] : [step, i + 1]
    } else if (part > 0 && roles[i] === ROLE.noise && closesPart(source.body(i + 1))) part = 0
    for (; k < failing.length && failing[k]! <= i + 1; k++) {
      if (step > 0) names.add(step)
      if (part > 0) names.add(part)
    }
  }
  if (names.size > 0) for (let n = 1; n <= source.lines && n <= JOB_LINES; n++) if (JOB.test(source.body(n))) names.add(n)
  return [...names]
}
