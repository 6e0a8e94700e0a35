/** How many brackets may be open at the same time. The parser ends the process at about ten times as many. */
export const maxNesting = 1000

/** Strings and comments, and the brackets outside of them. */
const tokens =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]+|\\[^])*"|'(?:[^'\\\n]+|\\[^])*'|`(?:[^`\\$]+|\\[^]|\$(?!\{))*`|[([{]|[)\]}]/g

/** Returns the offset of the first bracket inside `maxNesting` others, -1 if there is none. */
export function findDeepBracket(text: string): number {
  if (text.length < maxNesting || !isSuspicious(text)) return -1
  let depth = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if ('([{'.includes(token)) depth++
    else if (')]}'.includes(token)) depth = Math.max(0, depth - 1)
    if (depth > maxNesting) return index
  }
  return -1
}

/** Counts without regard to strings, which is cheap: few modules are suspicious. */
function isSuspicious(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 91 || code === 123) {
      if (++depth > maxNesting) return true
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--
  }
  return false
}
