import { bodyNotUtf8 } from '../../message/http-error.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const replacing = new TextDecoder('utf-8', { ignoreBOM: true })

/** Of what is no UTF-8, U+FFFD is left in the text. Where nothing is fatal, Deno takes a quarter of the time. */
export function decodeWhole(bytes: Uint8Array<ArrayBuffer>): string {
  const text = replacing.decode(bytes)
  return text.includes('\uFFFD') ? decode(strict, bytes) : text
}

export function decode(
  decoder: TextDecoder,
  bytes?: Uint8Array<ArrayBuffer>,
  stream = false,
): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch (cause) {
    throw bodyNotUtf8(cause)
  }
}
