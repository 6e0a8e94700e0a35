import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { Clock } from '../../base/config/clock.ts'
import { parseDuration } from '../../base/config/units.ts'
import type { Resolver } from '../../base/container/binding.ts'
import { Container } from '../../base/container/container.ts'
import { CookieKeys } from '../../http/message/cookie-keys.ts'
import { isLocalHost } from '../../http/message/host.ts'
import { beforeHead, type HttpRequest } from '../../http/message/http-request.ts'
import { commitSession, type SessionPlan } from './commit-session.ts'
import { SealedSessions } from './sealed-sessions.ts'
import { SessionData } from './session-data.ts'
import type { SessionBackend } from './session-backend.ts'
import { SessionState, type LoadedSession } from './session-state.ts'
import { SessionStore } from './session-store.ts'
import { Session, type SessionServices } from './session.ts'
import { StoredSessions } from './stored-sessions.ts'

/** Options for the lifetime of sessions. */
export interface SessionsOptions {
  /** The time after which an unused session ends. Default: `30m`. */
  readonly idle?: string
  /** The maximum lifetime of a session. Default: `12h`. */
  readonly absolute?: string
  /** True to keep the cookie when the browser is closed. Default: false. */
  readonly persistent?: boolean
}

/** Parses the lifetime options into milliseconds. Throws a `TypeError`. */
export function readLifetime(
  owner: string,
  { idle = '30m', absolute = '12h', persistent = false }: SessionsOptions,
): Omit<SessionPlan, 'data'> {
  const times = { idle: parseDuration(idle), absolute: parseDuration(absolute) }
  if (times.idle === 0 || times.absolute < times.idle) {
    throw new TypeError(
      `${owner}: "idle" must be more than 0 and at most "absolute", but they are "${idle}" and "${absolute}".`,
    )
  }
  return { ...times, isPersistent: persistent }
}

/** Opens the session of a request when it is first needed, and stores it before the response is sent. */
export class SessionOpener {
  readonly #backend: SessionBackend
  readonly #clock: Clock
  readonly #plan: SessionPlan

  /** `options` apply to sessions that are used without `@Sessions`. Throws a `TypeError`. */
  constructor(get: Resolver['get'], options: SessionsOptions = {}) {
    this.#backend = get(Container).has(SessionStore)
      ? new StoredSessions(get(SessionStore))
      : new SealedSessions(get(CookieKeys))
    this.#clock = get(Clock)
    this.#plan = { data: new SessionData(undefined), ...readLifetime('session(…)', options) }
  }

  /** Provides the session of a request, unless it already has one. Synchronous if the store is. */
  open(request: HttpRequest): MaybePromise<void> {
    return this.openAndGo(request, this.#plan, () => undefined)
  }

  /** Opens the session of a request with the settings of a plan, unless it is already open, then calls `go`. */
  openAndGo<R>(
    request: HttpRequest,
    plan: SessionPlan,
    go: () => MaybePromise<R>,
  ): MaybePromise<R> {
    if (request.context?.provided?.has(Session)) return go()
    const name = sessionCookie(request)
    const token = request.cookies.get(name)
    const loaded = token === undefined ? undefined : this.#backend.find(token, this.#clock.now())
    return andThen(loaded, (session) => {
      this.#provide(request, plan, name, session)
      return go()
    })
  }

  #provide(
    request: HttpRequest,
    plan: SessionPlan,
    name: string,
    loaded: LoadedSession | undefined,
  ): void {
    const { cookies } = request
    const backend = this.#backend
    const clock = this.#clock
    const state = new SessionState(plan.data, loaded)
    request.provide(Session, new Session(state, new BackendServices(backend, clock)))
    const session = { state, plan, backend, cookies, name }
    beforeHead(request, (reply) => commitSession(session, reply, clock.now()))
  }
}

/**
 * Calls the backend with the current time. It is a class, because one is created for each request,
 * and closures would cost more.
 */
class BackendServices implements SessionServices {
  readonly #backend: SessionBackend
  readonly #clock: Clock

  constructor(backend: SessionBackend, clock: Clock) {
    this.#backend = backend
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  endAll(owner: string): Promise<void> {
    return this.#backend.endAll(owner, this.now())
  }

  endedAt(owner: string): Promise<number | undefined> {
    return this.#backend.endedAt(owner, this.now())
  }
}

/** Returns the name of the cookie. Some browsers reject `__Host-` cookies over plain HTTP on localhost. */
export function sessionCookie({ secure, host }: HttpRequest): string {
  return !secure && isLocalHost(host) ? 'session' : '__Host-session'
}
