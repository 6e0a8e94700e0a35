/**
 * Assigns numbers to data by content: equal data gets the same number. Shared data is visited only once, because types
 * that refer to each other could be exponentially larger when written out.
 */
export class Interner {
  readonly nodes: Node[] = []
  readonly #byContent = new Map<string, number>()
  readonly #byIdentity = new WeakMap<object, number>()

  /**
   * Returns a number that identifies the data. The number is higher than those of the parts of the data. Ignores data
   * that JSON leaves out.
   */
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

/** JSON in which objects and lists are replaced by the numbers of other nodes. */
type Node = (string | number)[]

/** True if both have the same JSON. */
export function isSameData(a: object, b: object): boolean {
  const interner = new Interner()
  return interner.idOf(a) === interner.idOf(b)
}
