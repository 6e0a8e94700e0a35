import { bodyNotUtf8 } from '../../message/http-error.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Decodes UTF-8, and throws if it is invalid. Deno's non-strict decoder is four times faster, so the strict decoder is
 * used only if the result of the non-strict one contains U+FFFD.
 */
export function decodeUtf8(bytes: Uint8Array<ArrayBuffer>): string {
  const text = lenient.decode(bytes)
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
