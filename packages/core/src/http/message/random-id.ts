/** Random bytes, generated in blocks because each call has a high fixed cost. */
const block = new Uint8Array(4096)
let usedBytes = block.length

const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
/** The offset of each byte's first digit in the UUID. */
const offsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const codes = Array.from({ length: 36 }, () => '-'.charCodeAt(0))

/**
 * Returns a random UUID, like `crypto.randomUUID`. The string is created in one step, which takes half the time of
 * joining parts.
 */
export function randomId(): string {
  if (usedBytes === block.length) {
    crypto.getRandomValues(block)
    usedBytes = 0
  }
  for (let index = 0; index < offsets.length; index++) {
    const byte = withVersionBits(index, block[usedBytes++] as number)
    const offset = offsets[index] as number
    codes[offset] = digits[byte >> 4] as number
    codes[offset + 1] = digits[byte & 15] as number
  }
  return String.fromCharCode(...codes)
}

function withVersionBits(index: number, byte: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
