import { bodyTooLarge } from './http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** How long the rest of a body that nobody reads is received and dropped, in milliseconds. */
const drainTimeout = 5000

/** The same stream of a body, which fails with `HttpError` 413 over `limit` bytes. */
export function limitedStream(source: ReadableStream<Bytes>, limit: number): ReadableStream<Bytes> {
  const reader = source.getReader()
  let size = 0
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        size += value.byteLength
        if (size > limit) {
          void dropRest(reader)
          throw bodyTooLarge(limit)
        }
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Reads on for a while before it cancels: a client may look for an answer only after it has sent everything, and
 * Node's own stream of a FormData cannot be cancelled while it is being filled.
 */
export async function dropRest(reader: ReadableStreamDefaultReader): Promise<void> {
  const limit = setTimeout(() => void reader.cancel().catch(() => {}), drainTimeout)
  try {
    while (!(await reader.read()).done) continue
  } catch {
    // A stream that failed has ended.
  } finally {
    clearTimeout(limit)
  }
}
