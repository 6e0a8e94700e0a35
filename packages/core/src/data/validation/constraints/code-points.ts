/** True if a string has fewer than `count` code points. Stops counting as early as possible. */
export function hasFewerCodePoints(text: string, count: number): boolean {
  // A code point consists of one or two UTF-16 code units.
  if (text.length < count) return true
  if (text.length >= count * 2) return false
  let seen = 0
  for (let index = 0; index < text.length; seen += 1) {
    index += (text.codePointAt(index) as number) > 0xffff ? 2 : 1
  }
  return seen < count
}
