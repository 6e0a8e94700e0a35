import type { DeclaredLength } from '../../responses/declared-length.ts'
import type { NodeRequest } from './node-request.ts'
import type { ChunkReader } from './read-ahead.ts'

/**
 * Writes a stream no faster than the client reads it. If the client disconnects, the stream is cancelled. If the stream
 * fails, or does not have the declared length, the connection is destroyed and the promise rejects.
 */
export async function writeStream(
  request: NodeRequest,
  reader: ChunkReader,
  length: DeclaredLength,
): Promise<void> {
  const { response } = request
  let wake = () => {}
  let cancellation: Promise<void> | undefined
  const cancel = () => {
    if (response.writableFinished) return
    cancellation = reader.cancel()
    // The loop below reports the error, unless the loop has already failed.
    cancellation.catch(() => {})
    wake()
  }
  response.on('drain', () => wake()).on('close', cancel)
  if (response.closed) cancel()
  response.flushHeaders()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || response.closed) break
      length.add(value)
      request.sentBytes += Buffer.byteLength(value)
      if (!response.write(value)) await new Promise<void>((resolve) => (wake = resolve))
    }
    if (!response.closed) length.end()
    response.end()
    await cancellation
  } catch (error) {
    response.destroy()
    throw error
  }
}
