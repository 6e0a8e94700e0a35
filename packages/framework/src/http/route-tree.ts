import type { PathTemplate } from './path-template.ts'

/** What a path found: the entry, and the placeholders' values as sent. */
export interface Found<T> {
  readonly entry: T
  readonly values: string[]
}

interface Node<T> {
  readonly children: Map<string, Node<T>>
  placeholder: Node<T> | undefined
  entry: T | undefined
}

/** The paths of one HTTP method. A literal segment beats a placeholder at every step. */
export class RouteTree<T> {
  readonly #static = new Map<string, T>()
  readonly #root: Node<T> = createNode()

  /** Returns the entry that already stands at a path of the same shape, and then adds nothing. */
  add(template: PathTemplate, entry: T): T | undefined {
    let node = this.#root
    for (const segment of template.segments) {
      if (segment.isPlaceholder) node = node.placeholder ??= createNode()
      else node = childOf(node, segment.literal)
    }
    if (node.entry !== undefined) return node.entry
    node.entry = entry
    if (template.placeholders.length === 0) {
      this.#static.set(`/${template.segments.map((segment) => segment.literal).join('/')}`, entry)
    }
    return undefined
  }

  find(path: string): Found<T> | undefined {
    const entry = this.#static.get(path)
    if (entry !== undefined) return { entry, values: [] }
    const values: string[] = []
    const found = walk(this.#root, path, 1, values)
    return found === undefined ? undefined : { entry: found, values }
  }
}

function createNode<T>(): Node<T> {
  return { children: new Map(), placeholder: undefined, entry: undefined }
}

function childOf<T>(node: Node<T>, literal: string): Node<T> {
  let child = node.children.get(literal)
  if (!child) node.children.set(literal, (child = createNode()))
  return child
}

function walk<T>(node: Node<T>, path: string, start: number, values: string[]): T | undefined {
  const slash = path.indexOf('/', start)
  const isLast = slash === -1
  const segment = isLast ? path.slice(start) : path.slice(start, slash)
  const child = node.children.get(segment)
  if (child) {
    const found = isLast ? child.entry : walk(child, path, slash + 1, values)
    if (found !== undefined) return found
  }
  const { placeholder } = node
  if (!placeholder || segment === '') return undefined
  values.push(segment)
  const found = isLast ? placeholder.entry : walk(placeholder, path, slash + 1, values)
  if (found === undefined) values.pop()
  return found
}
