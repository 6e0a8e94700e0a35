/** A URI template (RFC 6570): `{name}` matches one or more characters except "/", `{+name}` any characters. */
export interface UriTemplate {
  readonly names: readonly string[]
  /** Returns the decoded values of the placeholders in order; undefined if the URI does not match. */
  match(uri: string): string[] | undefined
}

interface Piece {
  /** The name of the placeholder; undefined for the text before the first one. */
  readonly name?: string
  readonly takesSlashes: boolean
  /** The text after the placeholder. */
  readonly literal: string
}

/** The characters that RFC 6570, section 2.1, allows between placeholders. */
const literals = /^(?:[!#$&-;=?-[\]_a-z~\u00a0-\u{10ffff}]|%[0-9A-Fa-f]{2})*$/u

export function isUriTemplate(uri: string): boolean {
  return /[{}]/.test(uri)
}

/** Parses a template. Throws an `Error` that describes the problem. */
export function parseUriTemplate(uri: string): UriTemplate {
  const [{ literal: start = '' } = {}, ...pieces] = uri.split('{').map(toPiece)
  for (const { literal } of [{ literal: start }, ...pieces]) {
    if (!literals.test(literal)) {
      throw new Error(
        `"${literal}" has a character that must be percent-encoded in a URI. For example, write %20 for a space.`,
      )
    }
  }
  const names = pieces.map(({ name = '' }) => name)
  if (new Set(names).size < names.length) throw new Error('two placeholders have the same name.')
  if (pieces.slice(0, -1).some(({ literal }) => literal === '')) {
    throw new Error(
      'two placeholders have nothing between them, so their values cannot be separated.',
    )
  }
  return { names, match: (text) => matchPieces(text, start, pieces) }
}

function toPiece(text: string, index: number): Piece {
  if (index === 0) {
    if (text.includes('}')) throw new Error('"}" has no matching "{".')
    return { literal: text, takesSlashes: false }
  }
  const [, plus, name, literal] = /^(\+?)([A-Za-z_]\w*)\}([^}]*)$/.exec(text) ?? []
  if (name === undefined || literal === undefined) {
    throw new Error(`"{${text}" is not a placeholder such as {name}, or {+name} for a path.`)
  }
  return { name, literal, takesSlashes: plus === '+' }
}

/** Matches without backtracking: a placeholder ends at the first occurrence of the next literal. */
function matchPieces(uri: string, start: string, pieces: readonly Piece[]): string[] | undefined {
  if (!uri.startsWith(start)) return undefined
  const values: string[] = []
  let offset = start.length
  for (const [index, { literal, takesSlashes }] of pieces.entries()) {
    const isLast = index === pieces.length - 1
    const end = isLast ? uri.length - literal.length : uri.indexOf(literal, offset + 1)
    if (end <= offset || !uri.startsWith(literal, end)) return undefined
    const value = decode(uri.slice(offset, end))
    if (value === undefined || (!takesSlashes && uri.slice(offset, end).includes('/'))) {
      return undefined
    }
    values.push(value)
    offset = end + literal.length
  }
  return values
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
