import { findBodies } from './function-bodies.ts'

/**
 * The text with the bodies of functions and methods blanked and every offset as it was. Hardly anything
 * of a description stands in them, and they are most of what the parser would hand over. A body that
 * mentions `class`, `super` or a builder of replies with a status stays. The text stays as it is where its brackets cannot be told.
 */
export function blankBodies(text: string): string {
  let result = ''
  let offset = 0
  for (const { start, end } of findBodies(text)) {
    const body = text.slice(start, end)
    if (start < offset || kept.test(body)) continue
    result += text.slice(offset, start) + body.replaceAll(/[^\r\n]+/g, spaces)
    offset = end
  }
  return result + text.slice(offset)
}

const kept = /\b(?:class|super|RedirectResponse\.to|ErrorResponse\.create)\b/

function spaces(text: string): string {
  return ' '.repeat(text.length)
}
