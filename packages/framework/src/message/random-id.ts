/** Random bytes are asked for by the block, because each question takes longer than all the rest. */
const block = new Uint8Array(4096)
let used = block.length

const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
/** Where the two digits of each byte stand, between hyphens. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const codes = Array.from({ length: 36 }, () => '-'.charCodeAt(0))

/** A random UUID, as `crypto.randomUUID` gives it. In one piece, which takes half of what is put together later. */
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
