/** The reader of a body's chunks. */
export type ChunkReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** The start of a body: the whole body, or a reader that starts from the beginning. */
export interface BodyStart {
  readonly whole?: Uint8Array
  readonly reader: ChunkReader
}

/**
 * Reads the chunks of a body that are already available, without waiting for more. The body of `new Response(string)`
 * is available as a whole; a body that is generated while it is sent is not.
 */
export async function readAhead(stream: ReadableStream<Uint8Array>): Promise<BodyStart> {
  const reader = stream.getReader()
  const reads: ReturnType<ChunkReader['read']>[] = []
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
