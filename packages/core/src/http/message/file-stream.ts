import type { FilePart, OpenFile } from './open-file.ts'

/**
 * Streams a part of a file. The file is opened by the first read, and closed after the last byte, after an error, or
 * when the stream is cancelled.
 */
export function fileStream(part: FilePart): ReadableStream<Uint8Array> {
  let file: OpenFile | undefined
  let isCancelled = false
  return new ReadableStream(
    {
      async pull(controller) {
        // Loaded on demand, because most applications never send a file.
        file ??= new (await import('./open-file.ts')).OpenFile(part)
        if (isCancelled) return
        const chunk = await file.next(controller)
        // The stream was cancelled in the meantime.
        if (!chunk) return
        if (chunk.length > 0) controller.enqueue(chunk)
        if (file.isComplete) controller.close()
      },
      cancel() {
        isCancelled = true
        return file?.close()
      },
    },
    { highWaterMark: 0 },
  )
}
