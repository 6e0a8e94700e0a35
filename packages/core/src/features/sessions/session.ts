import { supplied } from '../../base/container/supplied.ts'
import type { Principal } from '../access/principal.ts'
import type { SessionState, SignedInCaller } from './session-state.ts'

/**
 * Returns the signed-in caller of a session; undefined if no caller is signed in, or if all sessions of the caller have
 * been ended since.
 */
export let callerOf: (session: Session) => Promise<SignedInCaller | undefined>

/**
 * The session of a browser. If `@Sessions` applies to the route, a parameter of this type receives it. Changes are
 * stored before the response headers are sent, unless the status is 500 or higher. Later changes throw a `TypeError`.
 */
export class Session<T = unknown> {
  static readonly [supplied] = 'Put @Sessions(…) on the method, its class or the application.'

  readonly #state: SessionState
  readonly #services: SessionServices

  /** Sessions are created by requests, not by applications. */
  constructor(state: SessionState, services: SessionServices) {
    this.#state = state
    this.#services = services
  }

  /** The data of the session. Set its properties, or assign a new object. */
  get data(): T {
    return this.#state.data as T
  }

  set data(data: T) {
    this.#state.data = data as object
  }

  /** True if the session has not been stored yet. */
  get isNew(): boolean {
    return this.#state.loaded === undefined
  }

  /**
   * Changes the id of the session and keeps its data; call it if you sign users in without `signIn`. For ten seconds,
   * the previous data can still be read, but not changed, with the old id. Sessions that are sealed in their cookies
   * have no id.
   */
  rotate(): void {
    this.#state.rotate()
  }

  /** Stores the caller under a new session id. Later requests of this session have the same caller. */
  signIn(principal: Principal): void {
    const { key, id, issuer, tenant, clientId, scopes, roles, claims } = principal
    const at = this.#services.now()
    this.#state.signIn({ key, id, issuer, tenant, clientId, scopes, roles, claims, at })
  }

  /** Ends the session, like `end`. */
  signOut(): void {
    this.#state.end()
  }

  /** Ends all sessions of the signed-in caller. Rejects with a `TypeError` if there is no SessionStore. */
  async signOutEverywhere(): Promise<void> {
    const { caller } = this.#state
    if (caller) await this.#services.endAll(caller.key)
    this.#state.end()
  }

  /** Deletes the session and its cookie. Setting `data` afterwards starts a new session. */
  end(): void {
    this.#state.end()
  }

  static {
    callerOf = async (session) => {
      const { caller } = session.#state
      if (!caller) return undefined
      const endedAt = await session.#services.endedAt(caller.key)
      return endedAt !== undefined && endedAt >= caller.at ? undefined : caller
    }
  }
}

/** The clock and the store operations that a session needs. */
export interface SessionServices {
  now(): number
  endAll(owner: string): Promise<void>
  endedAt(owner: string): Promise<number | undefined>
}
