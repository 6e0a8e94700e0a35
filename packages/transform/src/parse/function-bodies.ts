import {
  endsOperand,
  isTypeOperator,
  regexEnd,
  slashMeaning,
  startsWord,
  stringEnd,
  templateEnd,
  wordBefore,
} from './lexical.ts'

/**
 * Replaces the bodies of functions and methods with spaces, so that the parser's syntax tree is smaller. Offsets do not
 * change. Bodies that contain `class`, `super` or a call that creates a reply with a status are kept. If the brackets
 * are ambiguous, the whole source is kept.
 */
export function blankBodies(text: string): string {
  let result = ''
  let offset = 0
  for (const { start, end } of new Scanner(text).findBodies()) {
    const body = text.slice(start, end)
    if (start < offset || keptBodies.test(body)) continue
    result += text.slice(offset, start) + ' '.repeat(body.length)
    offset = end
  }
  return result + text.slice(offset)
}

const keptBodies =
  /\b(?:class|super|RedirectResponse\.to|ErrorResponse\.create|Reply\.(?:redirect|error))\b/

/** The range inside the braces of a body. */
interface Body {
  readonly start: number
  readonly end: number
}

/** An open bracket, and the state of the scanner inside it. */
interface OpenBracket {
  readonly bracket: number
  readonly start: number
  readonly content: Content
  /** True after `class`, until the `{` of its members. */
  classFollows: boolean
  /** True after `function`, until its parameters. */
  parametersFollow: boolean
  /** The state after parameters: a body may follow immediately, or after a return type. */
  signature: 'none' | 'ended' | 'returns'
}

type Content = 'members' | 'body' | 'parameters' | 'condition' | 'template' | 'other'

const [space, quote, apostrophe, backtick] = [32, 34, 39, 96]
const [slash, star, colon, semicolon, equals, greater] = [47, 42, 58, 59, 61, 62]
const [roundOpen, roundClose, squareOpen, squareClose] = [40, 41, 91, 93]
const [curlyOpen, curlyClose, letterC, letterF] = [123, 125, 99, 102]

/**
 * The characters that can be skipped: whitespace, and characters of words and numbers, except `c` and `f`, which can
 * begin `class` or `function`.
 */
const ordinary = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= space || /[\w.,$]/.test(String.fromCharCode(code)) ? 1 : 0,
)
ordinary[letterC] = ordinary[letterF] = 0

/** Finds function bodies by matching brackets. */
class Scanner {
  readonly #text: string
  readonly #bodies: Body[] = []
  readonly #stack: OpenBracket[] = []
  #top = openBracket(0, 0, 'other')
  #at = 0
  /** The offset of the last character that is neither whitespace nor in a comment. */
  #last = -1
  /** The offset of the `)` that ended the latest condition of an `if` or a loop. */
  #conditionEnd = -1

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the bodies sorted by start, outer bodies before inner ones. If the source is ambiguous, returns an empty
   * list.
   */
  findBodies(): Body[] {
    const text = this.#text
    for (; this.#at < text.length; this.#at++) {
      if (this.#top.signature === 'none') this.#skipOrdinary()
      const code = text.charCodeAt(this.#at)
      if (!(code > space) || (code === slash && this.#skipComment())) continue
      if (this.#top.signature !== 'none') this.#scanSignature(code)
      this.#scan(code)
      if (this.#at < 0) return []
      this.#last = this.#at
    }
    return this.#stack.length > 0 ? [] : this.#bodies.sort((a, b) => a.start - b.start)
  }

  #skipOrdinary(): void {
    const text = this.#text
    let [at, last] = [this.#at, this.#last]
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127 || ordinary[code] === 0) break
      if (code > space) last = at
    }
    this.#at = at
    this.#last = last
  }

  #scanSignature(code: number): void {
    if (this.#top.signature === 'ended' && code !== curlyOpen) {
      this.#top.signature = code === colon ? 'returns' : 'none'
    } else if (this.#startsLine()) {
      this.#top.signature = 'none'
    }
  }

  #skipComment(): boolean {
    const next = this.#text.charCodeAt(this.#at + 1)
    if (next !== slash && next !== star) return false
    const isLine = next === slash
    const end = this.#text.indexOf(isLine ? '\n' : '*/', this.#at + 2)
    this.#at = end === -1 ? this.#text.length : isLine ? end : end + 1
    return true
  }

  /** Moves to the end of the current token, or to -1 if it is ambiguous. */
  #scan(code: number): void {
    switch (code) {
      case quote:
      case apostrophe:
        this.#at = stringEnd(this.#text, this.#at)
        return
      case backtick:
        this.#scanTemplate()
        return
      case slash:
        this.#scanSlash()
        return
      case equals:
        if (this.#text.charCodeAt(this.#at + 1) === greater) this.#at++
        else this.#top.signature = 'none'
        return
      case semicolon:
        this.#top.signature = 'none'
        return
      case letterC:
        if (this.#startsClass()) this.#top.classFollows = true
        return
      case letterF:
        if (startsWord('function', this.#text, this.#at)) this.#top.parametersFollow = true
        return
      case roundOpen:
        this.#push(code, this.#roundContent())
        return
      case squareOpen:
        this.#push(code, 'other')
        return
      case curlyOpen:
        this.#push(code, this.#curlyContent())
        return
      case roundClose:
      case squareClose:
      case curlyClose:
        this.#close(code)
    }
  }

  #scanTemplate(): void {
    this.#at = templateEnd(this.#text, this.#at + 1)
    if (this.#text.charCodeAt(this.#at) === curlyOpen) this.#push(curlyOpen, 'template')
  }

  #scanSlash(): void {
    const meaning = slashMeaning(this.#text, this.#last, this.#last === this.#conditionEnd)
    if (meaning === 'regex') this.#at = regexEnd(this.#text, this.#at)
    if (meaning === undefined) this.#at = -1
  }

  #push(bracket: number, content: Content): void {
    this.#stack.push(this.#top)
    this.#top = openBracket(bracket, this.#at + 1, content)
  }

  #close(code: number): void {
    const { bracket, content, start } = this.#top
    const outer = this.#stack.pop()
    if (!outer || bracket !== (code === roundClose ? roundOpen : code - 2)) {
      this.#at = -1
      return
    }
    this.#top = outer
    if (content === 'body') this.#bodies.push({ start, end: this.#at })
    if (content === 'parameters') outer.signature = 'ended'
    if (content === 'condition') this.#conditionEnd = this.#at
    if (content === 'template') this.#scanTemplate()
  }

  #roundContent(): Content {
    const top = this.#top
    if (top.content === 'members' || top.parametersFollow) {
      top.parametersFollow = false
      return 'parameters'
    }
    return /^(?:if|while|for|with)$/.test(wordBefore(this.#text, this.#last))
      ? 'condition'
      : 'other'
  }

  /** Returns the kind of content in a brace. In a class header or a return type, it may be an object type. */
  #curlyContent(): Content {
    const top = this.#top
    if (top.signature !== 'ended' && !endsOperand(this.#text, this.#last)) return 'other'
    if (top.signature !== 'none') {
      top.signature = 'none'
      return 'body'
    }
    if (!top.classFollows) return 'other'
    top.classFollows = false
    return 'members'
  }

  /** True if a new statement or member begins here, after a signature without a body or semicolon. */
  #startsLine(): boolean {
    if (this.#at === this.#last + 1) return false
    const text = this.#text
    const blank = text.slice(this.#last + 1, this.#at)
    const [word] = /^[\w$]+/.exec(text.slice(this.#at, this.#at + 12)) ?? []
    return (
      word !== undefined &&
      blank.includes('\n') &&
      !isTypeOperator(word) &&
      endsOperand(text, this.#last)
    )
  }

  #startsClass(): boolean {
    return (
      startsWord('class', this.#text, this.#at) &&
      /^\s+[\w$]|^\s*[{<]/.test(this.#text.slice(this.#at + 5, this.#at + 40))
    )
  }
}

function openBracket(bracket: number, start: number, content: Content): OpenBracket {
  return {
    bracket,
    start,
    content,
    classFollows: false,
    parametersFollow: false,
    signature: 'none',
  }
}
