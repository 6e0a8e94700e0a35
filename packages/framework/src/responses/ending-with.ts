/** The same stream; `end` runs once it has ended, failed (with its error) or been left by the client. */
export function endingWith(
  stream: ReadableStream<Uint8Array>,
  end: (error?: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await end(error)
          throw error
        })
        if (!done) return controller.enqueue(value)
        await end()
        controller.close()
      },
      async cancel(reason) {
        await reader.cancel(reason).finally(() => end())
      },
    },
    { highWaterMark: 0 },
  )
}
