/**
 * Numbers data by its content, so that equal data has one number. Data that several owners share is visited once: types
 * that mention each other may be exponentially larger when they are written out.
 */
export class Interner {
  readonly nodes: Node[] = []
  readonly #byContent = new Map<string, number>()
  readonly #byIdentity = new WeakMap<object, number>()

  /** The number of the data, which follows those of its parts. What JSON leaves out does not count. */
  idOf(value: object): number {
    let id = this.#byIdentity.get(value)
    if (id === undefined) this.#byIdentity.set(value, (id = this.#intern(this.#nodeOf(value))))
    return id
  }

  #nodeOf(value: object): Node {
    if (Array.isArray(value)) {
      const items = value.flatMap((item, index): Node => [index > 0 ? ',' : '', this.#part(item)])
      return ['[', ...items, ']']
    }
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    const members = entries.flatMap(([key, each], index): Node => [
      `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`,
      this.#part(each),
    ])
    return ['{', ...members, '}']
  }

  #part(value: unknown): string | number {
    if (typeof value === 'object' && value !== null) return this.idOf(value)
    return JSON.stringify(value) ?? 'null'
  }

  #intern(node: Node): number {
    const content = node.map((part) => (typeof part === 'number' ? `#${part}` : part)).join('')
    let id = this.#byContent.get(content)
    if (id === undefined) this.#byContent.set(content, (id = this.nodes.push(node) - 1))
    return id
  }
}

/** JSON whose objects and lists are numbers of other nodes. */
type Node = (string | number)[]

/** True if JSON writes both alike. */
export function isSameData(a: object, b: object): boolean {
  const known = new Interner()
  return known.idOf(a) === known.idOf(b)
}
