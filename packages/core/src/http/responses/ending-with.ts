/**
 * Returns an equivalent stream that calls `end` once it has ended. `aborted` is true if it failed, with the error, or
 * if the client disconnected. `pass` is called with each chunk.
 */
export function endingWith(
  stream: ReadableStream<Uint8Array>,
  end: (error: unknown, aborted: boolean) => unknown,
  pass?: (piece: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let isLeft = false
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          if (!isLeft) await end(error, true)
          throw error
        })
        // Cancelling also ends the current read; `cancel` then calls `end`.
        if (isLeft) return
        if (done) {
          await end(undefined, false)
          return controller.close()
        }
        pass?.(value)
        controller.enqueue(value)
      },
      async cancel(reason) {
        isLeft = true
        await reader.cancel(reason).finally(() => end(undefined, true))
      },
    },
    { highWaterMark: 0 },
  )
}
