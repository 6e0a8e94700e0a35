import { bodyNotUtf8 } from '../../message/http-error.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const replacing = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Decodes UTF-8 strictly. For speed, it decodes non-strictly first, and repeats this strictly only if the result
 * contains U+FFFD: Deno's non-strict decoder is four times faster.
 */
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
