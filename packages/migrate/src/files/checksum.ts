import { createHash } from 'node:crypto'

/** SHA-256, in hexadecimal, of a text with LF and without byte order mark or space at the ends of lines. */
export function checksumOf(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const plain = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
  return createHash('sha256').update(plain).digest('hex')
}
