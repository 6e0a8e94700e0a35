/**
 * The same stream; `end` runs once it has ended, failed (with its error) or been left by the client, which are both
 * `aborted`. `pass` sees each piece.
 */
export function endingWith(
  stream: ReadableStream<Uint8Array>,
  end: (error: unknown, aborted: boolean) => unknown,
  pass?: (piece: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await end(error, true)
          throw error
        })
        if (done) {
          await end(undefined, false)
          return controller.close()
        }
        pass?.(value)
        controller.enqueue(value)
      },
      async cancel(reason) {
        await reader.cancel(reason).finally(() => end(undefined, true))
      },
    },
    { highWaterMark: 0 },
  )
}
