/** Returns the offset of the quote that ends a string, or -1 if it is not closed. */
export function stringEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) return i
    if (code === 92) i++
    else if (code === 10) return -1
  }
  return -1
}

/**
 * Returns the offset of the backtick that ends a template literal, or of the `{` in the next `${`; -1 if neither is
 * found.
 */
export function templateEnd(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 96) return i
    if (code === 92) i++
    else if (code === 36 && text.charCodeAt(i + 1) === 123) return i + 1
  }
  return -1
}

/** Returns the offset of the slash that ends a regular expression, or -1 if it is not closed. */
export function regexEnd(text: string, start: number): number {
  let inClass = false
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i]
    if (char === '\n') return -1
    if (char === '\\') i++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return i
  }
  return -1
}

const wordsBeforeExpressions =
  /^(?:return|typeof|case|in|of|delete|void|instanceof|new|throw|do|else|yield|await)$/

/**
 * Returns the meaning of a slash after the character at `last`; undefined if only a parser can decide it.
 * `afterCondition` is true if this character is the `)` of an `if`, `for` or `while`.
 */
export function slashMeaning(
  text: string,
  last: number,
  afterCondition: boolean,
): 'regex' | 'division' | undefined {
  const char = text[last] ?? ''
  const before = text[last - 1] ?? ''
  if (char === ')') return afterCondition ? 'regex' : 'division'
  if (/[\]'"`]/.test(char)) return 'division'
  if (char === '}' || (char === '>' && before !== '=')) return undefined
  if (char === '!' && /[\w$)\]]/.test(before)) return undefined
  if ((char === '+' || char === '-') && before === char) return undefined
  const word = wordBefore(text, last)
  if (word === '' || wordsBeforeExpressions.test(word)) return 'regex'
  return 'division'
}

/** True if a type or an expression ends at an offset, so no object type can follow. */
export function endsOperand(text: string, last: number): boolean {
  const char = text[last] ?? ''
  if (char === '>') return text[last - 1] !== '='
  if (/[)\]}'"`]/.test(char)) return true
  const word = wordBefore(text, last)
  return word !== '' && !isTypeOperator(word)
}

/** True if a type must follow the word. */
export function isTypeOperator(word: string): boolean {
  return /^(?:is|keyof|typeof|extends|readonly|infer|unique|asserts|new|in|as)$/.test(word)
}

/** True if a word begins at an offset, and is neither part of a longer word nor a property name. */
export function startsWord(word: string, text: string, at: number): boolean {
  return (
    text.startsWith(word, at) &&
    !/[\w$.#]/.test(text[at - 1] ?? '') &&
    !/[\w$]/.test(text[at + word.length] ?? '')
  )
}

/** Returns the word that ends at an offset, including a preceding dot; an empty string if there is no word. */
export function wordBefore(text: string, last: number): string {
  let start = last + 1
  while (start > 0 && isWordPart(text.charCodeAt(start - 1))) start--
  if (start > last) return ''
  return text.slice(text[start - 1] === '.' ? start - 1 : start, last + 1)
}

function isWordPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  )
}
