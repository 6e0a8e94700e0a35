import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, bodyTruncated } from '../../binding/body-errors.ts'
import type { TakeBytes } from '../../binding/incoming-request.ts'

/**
 * Hands a body of at most `limit` bytes over piece by piece, pauses while `take` is busy, and resolves to
 * what `finish` makes of it. `open` gives the message, or throws where it must not be read.
 */
export function receive<T>(
  open: () => IncomingMessage,
  limit: number,
  take: TakeBytes,
  finish: () => T | Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const message = open()
    let size = 0
    const takeChunk = (chunk: Buffer<ArrayBuffer>) => {
      size += chunk.length
      if (size > limit) return fail(bodyTooLarge(limit))
      const busy = take(chunk)
      if (!busy) return
      message.pause()
      busy.then(() => message.resume(), fail)
    }
    const fail = (error: unknown) => {
      // What still arrives is dropped.
      message.off('data', takeChunk).resume()
      reject(error)
    }
    const end = () => {
      try {
        resolve(finish())
      } catch (error) {
        reject(error)
      }
    }
    // Without a listener for 'error' a broken connection is told about by 'close' alone.
    const close = () => {
      if (!message.readableEnded) reject(bodyTruncated())
    }
    message.on('data', takeChunk).on('end', end).on('close', close)
  })
}
