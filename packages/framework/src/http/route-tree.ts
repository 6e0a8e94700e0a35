import type { PathTemplate } from './path-template.ts'

/** Text that several paths have in common, and what may follow it. */
interface Node<T> {
  literal: string
  /** By the code of their literal's first character. */
  children: Node<T>[]
  placeholder: Node<T> | undefined
  entry: T | undefined
}

/** The paths of one HTTP method, as a radix tree. A literal beats a placeholder at every step. */
export class RouteTree<T> {
  readonly #root: Node<T> = createNode('')
  /** Where the placeholders of the path found last begin and end. */
  readonly #bounds: number[] = []

  /** Returns the entry that already stands at a path of the same shape, and then adds nothing. */
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

  find(path: string): T | undefined {
    return walk(this.#root, path, 0, 0, this.#bounds)
  }

  /** The value of a placeholder of `path`, which has just been found. */
  valueAt(path: string, index: number): string {
    return path.slice(this.#bounds[index * 2], this.#bounds[index * 2 + 1])
  }
}

function createNode<T>(literal: string): Node<T> {
  return { literal, children: [], placeholder: undefined, entry: undefined }
}

/** The node at the end of a literal below `node`; nodes on the way are split where paths part. */
function descend<T>(node: Node<T>, literal: string): Node<T> {
  if (literal === '') return node
  const first = literal.charCodeAt(0)
  const child = node.children[first]
  if (!child) return (node.children[first] = createNode(literal))
  const shared = sharedLength(child.literal, literal)
  if (shared < child.literal.length) split(child, shared)
  return descend(child, literal.slice(shared))
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
  node.children[rest.literal.charCodeAt(0)] = rest
  node.placeholder = undefined
  node.entry = undefined
}

/** Goes on below `first` at `start`; `depth` bounds are behind it. Only a fork needs recursion. */
function walk<T>(
  first: Node<T>,
  path: string,
  start: number,
  depth: number,
  bounds: number[],
): T | undefined {
  let node = first
  while (start < path.length) {
    const child = node.children[path.charCodeAt(start)]
    const next = child !== undefined && continues(path, start, child.literal) ? child : undefined
    const { placeholder } = node
    if (next !== undefined && placeholder !== undefined) {
      const found = walk(next, path, start + next.literal.length, depth, bounds)
      if (found !== undefined) return found
    } else if (next !== undefined) {
      node = next
      start += next.literal.length
      continue
    }
    if (placeholder === undefined) return undefined
    const slash = path.indexOf('/', start)
    const end = slash === -1 ? path.length : slash
    if (end === start) return undefined
    bounds[depth] = start
    bounds[depth + 1] = end
    node = placeholder
    start = end
    depth += 2
  }
  return node.entry
}

/** As `path.startsWith(literal, start)`, whose call costs more than most literals do. */
function continues(path: string, start: number, literal: string): boolean {
  if (start + literal.length > path.length) return false
  for (let index = 1; index < literal.length; index += 1) {
    if (path.charCodeAt(start + index) !== literal.charCodeAt(index)) return false
  }
  return true
}
