/** The reader of a body's chunks. */
export type PieceReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** The start of a body: the whole body, or a reader that starts from the beginning. */
export interface Beginning {
  readonly whole?: Uint8Array
  readonly reader: PieceReader
}

/**
 * Reads the chunks of a body that are already available. The body of `new Response(string)` is complete; a body that is
 * generated during sending is not. Does not wait.
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
    // Invalid chunks are rejected by the code that writes them.
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

/** Resolves to undefined after all microtasks. */
function afterMicrotasks(): Promise<undefined> {
  return new Promise((resolve) => process.nextTick(resolve, undefined))
}
