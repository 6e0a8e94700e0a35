import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { bodyNotUtf8, bodyTooLarge } from './http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Receives a chunk of a body. If it returns a promise, the next chunk follows when the promise is fulfilled. */
export type ChunkHandler = (bytes: Bytes) => MaybePromise<void>

/** Joins the chunks of a body. */
export function concatBytes(chunks: readonly Bytes[]): Bytes {
  if (chunks.length === 1) return chunks[0] as Bytes
  const whole = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/**
 * Decodes a body that was already read. Rejects with `HttpError` 413 if it exceeds `limit` bytes, and with 400 if it is
 * not valid UTF-8.
 */
export async function decodeBody(bytes: Promise<Bytes>, limit: number): Promise<string> {
  const whole = limitBytes(await bytes, limit)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole)
  } catch (cause) {
    throw bodyNotUtf8(cause)
  }
}

/**
 * Calls `onChunk` with a copy of a body that was already read. Rejects with `HttpError` 413 if it exceeds `limit`
 * bytes.
 */
export async function passBytes(
  bytes: Promise<Bytes>,
  limit: number,
  onChunk: ChunkHandler,
): Promise<void> {
  const whole = limitBytes(await bytes, limit)
  if (whole.length > 0) await onChunk(whole.slice())
}

function limitBytes(bytes: Bytes, limit: number): Bytes {
  if (bytes.length > limit) throw bodyTooLarge(limit)
  return bytes
}
