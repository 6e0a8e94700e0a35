import { supplied } from '../container/supplied.ts'
import type { Principal } from '../access/principal.ts'
import type { SessionState, SignedIn } from './session-state.ts'

/** Who has signed in, as a session keeps it; undefined for nobody, and where all sessions were ended since. */
export let callerOf: (session: Session) => Promise<SignedIn | undefined>

/**
 * What is known about one visit of a browser; a parameter of that type receives it where `@Sessions` stands around.
 * Changes are stored before the head of the answer is sent, unless its status is 500 or more; later ones throw a
 * `TypeError`.
 */
export class Session<T = unknown> {
  static readonly [supplied] = 'Put @Sessions(…) on the application, its class or the method.'

  readonly #state: SessionState
  readonly #keeping: Keeping

  /** Made by requests. */
  constructor(state: SessionState, keeping: Keeping) {
    this.#state = state
    this.#keeping = keeping
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

  /** Remembers who calls, under a new id: later requests of the visit have the same caller. */
  signIn(principal: Principal): void {
    const { key, id, issuer, tenant, clientId, scopes, roles, claims } = principal
    const at = this.#keeping.now()
    this.#state.signIn({ key, id, issuer, tenant, clientId, scopes, roles, claims, at })
  }

  /** Forgets who calls, and all else, as `end` does. */
  signOut(): void {
    this.#state.end()
  }

  /** Ends all sessions of whoever has signed in here. Rejects with a `TypeError` where no SessionStore keeps them. */
  async signOutEverywhere(): Promise<void> {
    const { caller } = this.#state
    if (caller) await this.#keeping.endAll(caller.key)
    this.#state.end()
  }

  /** Forgets the session, here and in the browser. Setting `data` afterwards begins another one. */
  end(): void {
    this.#state.end()
  }

  static {
    callerOf = async (session) => {
      const { caller } = session.#state
      if (!caller) return undefined
      const endedAt = await session.#keeping.endedAt(caller.key)
      return endedAt !== undefined && endedAt >= caller.at ? undefined : caller
    }
  }
}

/** What sessions need of what keeps them. */
export interface Keeping {
  now(): number
  endAll(owner: string): Promise<void>
  endedAt(owner: string): Promise<number | undefined>
}
