import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { bodyNotUtf8, bodyTooLarge } from './http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Receives a chunk of a body. If it returns a promise, the next chunk follows when the promise has settled. */
export type TakeBytes = (bytes: Bytes) => MaybePromise<void>

/** Joins the chunks of a body. */
export function joined(pieces: readonly Bytes[]): Bytes {
  if (pieces.length === 1) return pieces[0] as Bytes
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0))
  let position = 0
  for (const piece of pieces) {
    whole.set(piece, position)
    position += piece.length
  }
  return whole
}

/**
 * Decodes a body that was already read. Rejects with `HttpError` 413 if it exceeds `limit` bytes, and with 400 if it is
 * not valid UTF-8.
 */
export async function textOf(bytes: Promise<Bytes>, limit: number): Promise<string> {
  const whole = within(await bytes, limit)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole)
  } catch (cause) {
    throw bodyNotUtf8(cause)
  }
}

/**
 * Passes a copy of a body that was already read to `take`. Rejects with `HttpError` 413 if it exceeds `limit` bytes.
 */
export async function passWhole(
  bytes: Promise<Bytes>,
  limit: number,
  take: TakeBytes,
): Promise<void> {
  const whole = within(await bytes, limit)
  if (whole.length > 0) await take(whole.slice())
}

function within(bytes: Bytes, limit: number): Bytes {
  if (bytes.length > limit) throw bodyTooLarge(limit)
  return bytes
}
