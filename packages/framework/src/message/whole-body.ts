import { bodyNotUtf8, bodyTooLarge } from './http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Takes a piece of a body. The next piece comes when the promise, if any, has settled. */
export type TakeBytes = (bytes: Bytes) => void | Promise<void>

/** The pieces of a body as one. */
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

/** A body that has been read, as text. Rejects with `HttpError` 413 over `limit` bytes, 400 when it is not UTF-8. */
export async function textOf(bytes: Promise<Bytes>, limit: number): Promise<string> {
  const whole = within(await bytes, limit)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole)
  } catch (cause) {
    throw bodyNotUtf8(cause)
  }
}

/** Gives a copy of a body that has been read to `take`. Rejects with `HttpError` 413 over `limit` bytes. */
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
