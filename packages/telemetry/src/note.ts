/** Something that is remembered of a message: a property of it, because an entry of a WeakMap costs a request a microsecond. */
export class Note<T> {
  readonly #key = Symbol('fw.note')

  get(message: object): T | undefined {
    return (message as Record<symbol, T | undefined>)[this.#key]
  }

  set(message: object, value: T): void {
    ;(message as Record<symbol, T>)[this.#key] = value
  }
}
