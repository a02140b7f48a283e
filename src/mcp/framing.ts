/** Standard input of the server: whole messages, and an end that waits until the last one is answered. */
import { Transform, type TransformCallback } from 'node:stream'

const LF = 10

/**
 * Passes on whole lines. The transport of the SDK joins its buffer anew for every chunk, which is quadratic in the length
 * of a message, and stops at once when its input ends, so that a client that writes its requests and closes the pipe
 * would get no answers. `idle` resolves when no request is being worked on.
 */
export const createFraming = (maxBytes: number, idle: () => Promise<void>): Transform => {
  let parts: Buffer[] = []
  let size = 0
  const push = (stream: Transform): void => {
    if (size > 0) stream.push(Buffer.concat(parts, size))
    parts = []
    size = 0
  }
  return new Transform({
    transform(this: Transform, chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      const end = chunk.lastIndexOf(LF) + 1
      const head = end > 0 ? chunk.subarray(0, end) : chunk
      parts.push(head)
      size += head.length
      // An overlong message goes on as it is: the transport refuses it and closes.
      if (end > 0 || size > maxBytes) push(this)
      if (end > 0 && end < chunk.length) {
        parts.push(chunk.subarray(end))
        size = chunk.length - end
      }
      done()
    },
    flush(this: Transform, done: TransformCallback) {
      push(this)
      setImmediate(() => void idle().then(() => setImmediate(done)))
    },
  })
}
