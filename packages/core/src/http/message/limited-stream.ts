import { bodyTooLarge } from './http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The maximum time for reading and discarding the rest of an unused body, in milliseconds. */
const drainTimeout = 5000

/** Returns a stream that fails with `HttpError` 413 if it has more than `limit` bytes. */
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
 * Reads the rest of a stream for a limited time before cancelling it. Some clients read the response only after they
 * have sent everything, and Node's `FormData` stream cannot be cancelled while it is being filled.
 */
export async function dropRest(reader: ReadableStreamDefaultReader): Promise<void> {
  const limit = setTimeout(() => void reader.cancel().catch(() => {}), drainTimeout)
  try {
    while (!(await reader.read()).done) continue
  } catch {
    // A stream that has failed has no rest to read.
  } finally {
    clearTimeout(limit)
  }
}
