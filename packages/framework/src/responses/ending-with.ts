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
  let isLeft = false
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          if (!isLeft) await end(error, true)
          throw error
        })
        // To be left ends the read under way, too; the end is then that of the client.
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
