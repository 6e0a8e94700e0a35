/** Random bytes, requested in blocks because each request has a high fixed cost. */
const block = new Uint8Array(4096)
let used = block.length

const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
/** The offset of each byte's first digit in the UUID. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const codes = Array.from({ length: 36 }, () => '-'.charCodeAt(0))

/**
 * Returns a random UUID, like `crypto.randomUUID`. The string is created in one step, which takes half the time of
 * joining parts.
 */
export function randomId(): string {
  if (used === block.length) {
    crypto.getRandomValues(block)
    used = 0
  }
  for (let index = 0; index < places.length; index++) {
    const byte = ofVersion4(index, block[used++] as number)
    const place = places[index] as number
    codes[place] = digits[byte >> 4] as number
    codes[place + 1] = digits[byte & 15] as number
  }
  return String.fromCharCode(...codes)
}

function ofVersion4(index: number, byte: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
