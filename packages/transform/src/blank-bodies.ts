import { regexEnd, slashMeaning, stringEnd, templateEnd, wordBefore } from './lexical.ts'

/**
 * The text with the bodies of functions and methods blanked and every offset as it was. Nothing of
 * a description stands in them, and they are most of what the parser would hand over. A body that
 * mentions `class` or `super` stays. The text stays as it is where its brackets cannot be told.
 */
export function blankBodies(text: string): string {
  let result = ''
  let offset = 0
  for (const { start, end } of findBodies(text)) {
    const body = text.slice(start, end)
    if (start < offset || /\b(?:class|super)\b/.test(body)) continue
    result += text.slice(offset, start) + body.replaceAll(/[^\r\n]+/g, spaces)
    offset = end
  }
  return result + text.slice(offset)
}

function spaces(text: string): string {
  return ' '.repeat(text.length)
}

interface Body {
  readonly start: number
  readonly end: number
}

/** An open bracket and what is known of the place inside it. */
interface Open {
  readonly bracket: number
  readonly start: number
  readonly is: 'members' | 'body' | 'parameters' | 'condition' | 'template' | undefined
  /** Behind `class`: its `{` follows. */
  classFollows: boolean
  /** Behind `function`: its parameters follow. */
  parametersFollow: boolean
  /** Behind parameters: a body may follow at once, or after a return type. */
  signature: 'none' | 'ended' | 'returns'
}

const [tab, quote, apostrophe, backtick] = [9, 34, 39, 96]
const [slash, star, colon, semicolon, equals, greater] = [47, 42, 58, 59, 61, 62]
const [roundOpen, roundClose, squareOpen, squareClose] = [40, 41, 91, 93]
const [curlyOpen, curlyClose, c, f] = [123, 125, 99, 102]

function findBodies(text: string): Body[] {
  const bodies: Body[] = []
  const stack: Open[] = []
  let top = open(0, 0, undefined)
  /** The last character that is neither blank nor of a comment. */
  let last = -1
  let conditionEnd = -1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code <= 32 && (code === 32 || code >= tab)) continue
    if (code === slash) {
      const next = text.charCodeAt(i + 1)
      if (next === slash || next === star) {
        const end = next === slash ? text.indexOf('\n', i) : text.indexOf('*/', i + 2) + 1
        if (end <= 0) break
        i = end
        continue
      }
    }
    if (top.signature === 'ended' && code !== curlyOpen) {
      top.signature = code === colon ? 'returns' : 'none'
    }
    switch (code) {
      case quote:
      case apostrophe:
        i = stringEnd(text, i)
        break
      case backtick:
        i = templateEnd(text, i + 1)
        if (text.charCodeAt(i) === curlyOpen) {
          stack.push(top)
          top = open(curlyOpen, i + 1, 'template')
        }
        break
      case slash: {
        const meaning = slashMeaning(text, last, last === conditionEnd)
        if (meaning === undefined) return []
        if (meaning === 'regex') i = regexEnd(text, i)
        break
      }
      case equals:
        if (text.charCodeAt(i + 1) === greater) i++
        else top.signature = 'none'
        break
      case semicolon:
        top.signature = 'none'
        break
      case c:
        if (
          startsWord('class', text, i) &&
          /^class\s+[\w$]|^class\s*[{<]/.test(text.slice(i, i + 40))
        ) {
          top.classFollows = true
        }
        break
      case f:
        if (startsWord('function', text, i)) top.parametersFollow = true
        break
      case roundOpen: {
        const isCondition = /^(?:if|while|for|with)$/.test(wordBefore(text, last))
        const isParameters = top.is === 'members' || top.parametersFollow
        top.parametersFollow = false
        stack.push(top)
        top = open(code, i + 1, isParameters ? 'parameters' : isCondition ? 'condition' : undefined)
        break
      }
      case squareOpen:
        stack.push(top)
        top = open(code, i + 1, undefined)
        break
      case curlyOpen: {
        const inner = open(code, i + 1, curlyMeaning(top, text, last))
        if (inner.is === 'members') top.classFollows = false
        if (inner.is === 'body') top.signature = 'none'
        stack.push(top)
        top = inner
        break
      }
      case roundClose:
      case squareClose:
      case curlyClose: {
        const closed = top
        const outer = stack.pop()
        if (!outer || closed.bracket !== opening(code)) return []
        top = outer
        if (closed.is === 'body') bodies.push({ start: closed.start, end: i })
        if (closed.is === 'parameters') top.signature = 'ended'
        if (closed.is === 'condition') conditionEnd = i
        if (closed.is === 'template') {
          i = templateEnd(text, i + 1)
          if (text.charCodeAt(i) === curlyOpen) {
            stack.push(top)
            top = open(curlyOpen, i + 1, 'template')
          }
        }
      }
    }
    if (i < 0) return []
    last = i
  }
  return stack.length === 0 ? bodies.toSorted((a, b) => a.start - b.start) : []
}

function open(bracket: number, start: number, is: Open['is']): Open {
  return { bracket, start, is, classFollows: false, parametersFollow: false, signature: 'none' }
}

function opening(close: number): number {
  return close === roundClose ? roundOpen : close - 2
}

/** What a `{` opens; in a header or a return type it may be an object type as well. */
function curlyMeaning(top: Open, text: string, last: number): 'members' | 'body' | undefined {
  if (top.signature === 'ended') return 'body'
  if (!endsOperand(text, last)) return undefined
  if (top.signature === 'returns') return 'body'
  return top.classFollows ? 'members' : undefined
}

const typeOperators = /^(?:is|keyof|typeof|extends|readonly|infer|unique|asserts|new|in|as)$/

/** Whether a type or an expression ends here, so that no object type can follow. */
function endsOperand(text: string, last: number): boolean {
  const char = text[last] ?? ''
  if (char === '>') return text[last - 1] !== '='
  if (/[)\]}'"`]/.test(char)) return true
  const word = wordBefore(text, last)
  return word !== '' && !typeOperators.test(word)
}

function startsWord(word: string, text: string, at: number): boolean {
  return (
    text.startsWith(word, at) &&
    !/[\w$.#]/.test(text[at - 1] ?? '') &&
    !/[\w$]/.test(text[at + word.length] ?? '')
  )
}
