/** What reads the pieces of a body. */
export type PieceReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** The beginning of a body: all of it, or a reader that starts over. */
export interface Beginning {
  readonly whole?: Uint8Array
  readonly reader: PieceReader
}

/**
 * Reads what a body has ready: that of `new Response(text)` is complete at once, one that is made while it is sent is not.
 * Waits for nothing.
 */
export async function readAhead(stream: ReadableStream<Uint8Array>): Promise<Beginning> {
  const reader = stream.getReader()
  const reads: ReturnType<PieceReader['read']>[] = []
  let whole = new Uint8Array() as Uint8Array
  while (reads.length < 2) {
    const next = reader.read()
    reads.push(next)
    const result = await Promise.race([next, afterMicrotasks()]).catch(() => undefined)
    if (result?.done) return { whole, reader }
    // What is no piece is refused by the code that writes them.
    if (!(result?.value instanceof Uint8Array)) break
    whole = result.value
  }
  return {
    reader: {
      read: () => reads.shift() ?? reader.read(),
      cancel: (reason) => reader.cancel(reason),
    },
  }
}

/** Undefined once everything has run that waits for no event. */
function afterMicrotasks(): Promise<undefined> {
  return new Promise((resolve) => process.nextTick(resolve, undefined))
}
