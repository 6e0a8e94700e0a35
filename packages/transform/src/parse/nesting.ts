/** The maximum nesting depth of brackets. At about ten times this depth, the parser crashes the process. */
export const maxNesting = 1000

const code =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^]?)*"?|'(?:[^'\\\n]|\\[^]?)*'?|[`([{]|[)\]}]/g
const template = /(?:[^`\\$]|\\[^]?|\$(?!\{))*(?:`|\$\{)?/g

/** Returns the offset of the first bracket that is nested deeper than `maxNesting`, or -1. */
export function findDeepBracket(text: string): number {
  if (text.length < maxNesting || !isSuspicious(text)) return -1
  const open: string[] = []
  let tokens = code
  for (let at = 0; ;) {
    tokens.lastIndex = at
    const match = tokens.exec(text)
    if (!match?.[0]) return -1
    const [token] = match
    at = tokens.lastIndex
    if (tokens === template) {
      tokens = code
      if (token.endsWith('{')) open.push('${')
    } else if (token === '`') tokens = template
    else if ('([{'.includes(token)) open.push(token)
    else if (')]}'.includes(token) && open.pop() === '${') tokens = template
    if (open.length > maxNesting) return at - 1
  }
}

/**
 * True if brackets, including those in strings, are nested too deeply. This check is fast, and only a few modules need
 * the exact one.
 */
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
