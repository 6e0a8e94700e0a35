import { HttpError } from '../message/http-error.ts'
import type { PathTemplate } from './path-template.ts'

/** A node of the radix tree: a string that several paths share, and its continuations. */
interface Node<T> {
  literal: string
  /** The children. The index is the code of the first character of their literal, minus `space`. */
  children: (Node<T> | undefined)[]
  placeholder: Node<T> | undefined
  entry: T | undefined
}

/**
 * A radix tree of paths, such as the routes of one HTTP method. Literals take precedence over placeholders at every
 * step.
 */
export class RouteTree<T> {
  readonly #root: Node<T> = createNode('')
  /**
   * The offsets of the placeholder values in the last path: a start and an end for each. The end is negative if the
   * value is percent-encoded.
   */
  readonly #bounds: number[] = []

  /**
   * Adds an entry. If a path exists that differs at most in placeholder names, adds nothing and returns the existing
   * entry.
   */
  add(template: PathTemplate, entry: T): T | undefined {
    let node = this.#root
    let literal = ''
    for (const segment of template.segments) {
      literal += `/${segment.literal}`
      if (!segment.isPlaceholder) continue
      node = descend(node, literal)
      node = node.placeholder ??= createNode('')
      literal = ''
    }
    node = descend(node, literal)
    return node.entry ?? void (node.entry = entry)
  }

  /**
   * Finds the entry of a path. Throws `HttpError` 400 if a placeholder would match a segment that a URL parser would
   * change.
   */
  find(path: string): T | undefined {
    return walk(this.#root, path, 0, 0, this.#bounds)
  }

  /**
   * Returns the decoded value of a placeholder of `path`, which must be the path of the last `find`. Throws `HttpError`
   * 400 if its percent-encoding is malformed.
   */
  valueAt(path: string, index: number): string {
    const start = this.#bounds[index * 2] as number
    const end = this.#bounds[index * 2 + 1] as number
    return end < 0 ? decode(path.slice(start, -end)) : path.slice(start, end)
  }
}

function createNode<T>(literal: string): Node<T> {
  return { literal, children: [], placeholder: undefined, entry: undefined }
}

/** Returns the node at the end of a literal below `node`. Creates and splits nodes as needed. */
function descend<T>(node: Node<T>, literal: string): Node<T> {
  if (literal === '') return node
  const child = node.children[literal.charCodeAt(0) - space]
  if (!child) return addChild(node, createNode(literal))
  const shared = sharedLength(child.literal, literal)
  if (shared < child.literal.length) split(child, shared)
  return descend(child, literal.slice(shared))
}

function addChild<T>(node: Node<T>, child: Node<T>): Node<T> {
  const index = child.literal.charCodeAt(0) - space
  const missing = index + 1 - node.children.length
  // `concat` creates a list of the exact size. If a list grows, V8 reserves about 50 % more memory.
  // oxlint-disable-next-line unicorn/no-new-array
  if (missing > 0) node.children = node.children.concat(new Array<undefined>(missing))
  return (node.children[index] = child)
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

function split<T>(node: Node<T>, length: number): void {
  const rest = { ...node, literal: node.literal.slice(length) }
  node.literal = node.literal.slice(0, length)
  node.children = []
  addChild(node, rest)
  node.placeholder = undefined
  node.entry = undefined
}

/** The last character before those that a path may contain. */
const space = 0x20
const slash = 0x2f

/** Segments that a URL keeps unchanged. "." and ".." are excluded, because a URL resolves them. */
const plainSegment = /^(?!(?:\.|%2[Ee]){1,2}$)[\w!$%&'()*+,\-.:;=@[\]|~]*$/u

/** 1 for ASCII characters that end a segment or need a closer look, such as "." and "%". */
const special = new Uint8Array(0x80).fill(1, 0, space + 1)
// A loop, because testing each character with a regular expression would delay the start of each
// process by 0.2 ms.
for (const character of '"#%./<>?\\^`{}\u007F') special[character.charCodeAt(0)] = 1

/**
 * Continues the search at `start`, below the node `first`. The first `depth` offsets are already set. It recurses only
 * if both a literal and a placeholder could match.
 */
function walk<T>(
  first: Node<T>,
  path: string,
  start: number,
  depth: number,
  bounds: number[],
): T | undefined {
  let node = first
  while (start < path.length) {
    const child = node.children[path.charCodeAt(start) - space]
    const { placeholder } = node
    if (child !== undefined && startsWithLiteral(path, start, child.literal)) {
      const end = start + child.literal.length
      if (placeholder === undefined) {
        node = child
        start = end
        continue
      }
      const found = walk(child, path, end, depth, bounds)
      if (found !== undefined) return found
    }
    if (placeholder === undefined) return undefined
    const bound = endOfSegment(path, start)
    const end = Math.abs(bound)
    if (end === start) return undefined
    bounds[depth] = start
    bounds[depth + 1] = bound
    node = placeholder
    start = end
    depth += 2
  }
  return node.entry
}

/**
 * Returns the end of the segment that begins at `start`; the value is negative if the segment is percent-encoded.
 * Throws `HttpError` 400 if a URL parser would change the segment.
 */
function endOfSegment(path: string, start: number): number {
  let end = start
  let hasSpecial = false
  for (; end < path.length; end += 1) {
    const code = path.charCodeAt(end)
    if (special[code] === 0) continue
    if (code === slash) break
    hasSpecial = true
  }
  return hasSpecial && isEncoded(path.slice(start, end)) ? -end : end
}

/**
 * True if `path` contains `literal` at `start`. The first character is not compared, because the caller has done that.
 * For short literals, this is faster than `startsWith`.
 */
function startsWithLiteral(path: string, start: number, literal: string): boolean {
  if (start + literal.length > path.length) return false
  for (let index = 1; index < literal.length; index += 1) {
    if (path.charCodeAt(start + index) !== literal.charCodeAt(index)) return false
  }
  return true
}

/**
 * True if a segment is percent-encoded. Throws `HttpError` 400 if a URL parser would change the segment, because code
 * that parses the URL would see a different path.
 */
function isEncoded(segment: string): boolean {
  if (plainSegment.test(segment)) return segment.includes('%')
  throw new HttpError(
    400,
    'The path is not valid in a URL: send it without "." and "..", and percent-encode special characters.',
  )
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (cause) {
    throw new HttpError(400, 'The percent-encoding of the path is malformed.', { cause })
  }
}
