/**
 * Settings of V8 for a process that digests one text and ends. The optimizing compiler would still be at work when a text of usual size is done,
 * and patterns would be compiled twice, first for a trial. Both are read while code runs, so that they may change then.
 */
import { setFlagsFromString } from 'node:v8'

/** Above this many characters or bytes of input optimized code is worth its making. */
const LONG = 1_000_000

/** Gives back what it changed: compiled code is kept only for the settings that it is read with. */
export const asShortRun = async <T>(inputSize: number, action: () => Promise<T>): Promise<T> => {
  const short = inputSize <= LONG
  setFlagsFromString('--no-regexp-tier-up')
  if (short) setFlagsFromString('--no-opt')
  try {
    return await action()
  } finally {
    setFlagsFromString('--regexp-tier-up')
    if (short) setFlagsFromString('--opt')
  }
}
