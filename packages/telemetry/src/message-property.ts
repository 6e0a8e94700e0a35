/**
 * A value attached to a message. It is stored as a property, because a WeakMap entry would take a microsecond per
 * request.
 */
export class MessageProperty<T> {
  readonly #key = Symbol('fw.note')

  get(message: object): T | undefined {
    return (message as Record<symbol, T | undefined>)[this.#key]
  }

  set(message: object, value: T): void {
    ;(message as Record<symbol, T>)[this.#key] = value
  }
}
