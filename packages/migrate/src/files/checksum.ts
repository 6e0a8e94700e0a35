import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a string as hexadecimal, after removing the byte order mark, and whitespace at the ends of
 * lines and of the string.
 */
export function checksumOf(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const plain = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
  return createHash('sha256').update(plain).digest('hex')
}
