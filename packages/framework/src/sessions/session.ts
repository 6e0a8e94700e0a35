import { declareSupplied } from '../container/supplied.ts'
import type { SessionState } from './session-state.ts'

/**
 * What is known about one visit of a browser; a parameter of that type receives it where `@Sessions` stands around.
 * Changes are stored before the head of the answer is sent, unless its status is 500 or more; later ones throw a
 * `TypeError`.
 */
export class Session<T = unknown> {
  readonly #state: SessionState

  /** Requests make them. */
  constructor(state: SessionState) {
    this.#state = state
  }

  /** The data of the visit. Set its properties, or another object. */
  get data(): T {
    return this.#state.data as T
  }

  set data(data: T) {
    this.#state.data = data as object
  }

  /** Whether nothing has been stored yet. */
  get isNew(): boolean {
    return this.#state.found === undefined
  }

  /**
   * Gives the session another id, and keeps its data: call it at sign-in. For ten seconds the old id reads what it held
   * before, and writes nothing.
   */
  rotate(): void {
    this.#state.rotate()
  }

  /** Forgets the session, here and in the browser. What `data` is given afterwards begins another one. */
  end(): void {
    this.#state.end()
  }
}

// A parameter may be read before the setting is.
declareSupplied(Session, 'Put @Sessions(…) on the application, its class or the method.')
