/**
 * Returns an equivalent stream that calls `end` once it has ended. `error` is set if the stream failed. `aborted` is
 * true if it failed or if the client disconnected. `onChunk` is called with each chunk.
 */
export function withEndCallback(
  stream: ReadableStream<Uint8Array>,
  end: (error: unknown, aborted: boolean) => unknown,
  onChunk?: (chunk: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let isCancelled = false
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          if (!isCancelled) await end(error, true)
          throw error
        })
        // Cancelling also ends the current read; `cancel` then calls `end`.
        if (isCancelled) return
        if (done) {
          await end(undefined, false)
          return controller.close()
        }
        onChunk?.(value)
        controller.enqueue(value)
      },
      async cancel(reason) {
        isCancelled = true
        await reader.cancel(reason).finally(() => end(undefined, true))
      },
    },
    { highWaterMark: 0 },
  )
}
