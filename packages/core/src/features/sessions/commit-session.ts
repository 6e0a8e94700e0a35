import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Cookies } from '../../http/message/cookies.ts'
import type { Reply } from '../../http/message/reply.ts'
import { SessionTooLarge } from './errors.ts'
import type { SessionData } from './session-data.ts'
import type { SessionBackend } from './session-backend.ts'
import type { SessionState } from './session-state.ts'

/** The settings of `@Sessions`. Times are in milliseconds. */
export interface SessionPlan {
  readonly data: SessionData
  readonly idle: number
  readonly absolute: number
  readonly isPersistent: boolean
}

/** A session, with everything that is needed to store it. */
export interface OpenSession {
  readonly state: SessionState
  readonly plan: SessionPlan
  readonly backend: SessionBackend
  readonly cookies: Cookies
  /** The name of the cookie. */
  readonly name: string
}

/**
 * Stores the changes to a session, unless the status is 500 or higher. Sets the cookie if its value has changed, or
 * deletes it if the session has ended.
 */
export function commitSession(
  session: OpenSession,
  reply: Reply,
  now: number,
): MaybePromise<Reply> {
  const { state, backend, cookies, name } = session
  const varied = reply.vary('Cookie')
  state.close()
  if (reply.status >= 500) return varied
  const { ended } = state
  const store = () =>
    andThen(storeSession(session, now), (token) => {
      if (typeof token === 'string') setCookie(session, token, now)
      else if (ended) cookies.delete(name)
      else return varied
      return uncached(varied)
    })
  return ended ? backend.delete(ended, now).then(store) : store()
}

/** Stores the session. Returns the new cookie value if it has changed. */
function storeSession(
  { state, plan, backend }: OpenSession,
  now: number,
): MaybePromise<string | boolean | undefined> {
  const { loaded } = state
  const change = state.change()
  const endsAt = loaded?.endsAt ?? now + plan.absolute
  const expiresAt = Math.min(now + plan.idle, endsAt)
  if (!loaded) {
    const stored = change && { fields: change.set, endsAt, expiresAt, isReplaced: false }
    return stored && backend.create(stored, now)
  }
  if (loaded.isReplaced) return undefined
  const changes = { set: change?.set ?? {}, remove: change?.remove ?? [], expiresAt }
  if (state.isRotated) return backend.replace(loaded, changes, now)
  const isTouched = expiresAt - loaded.expiresAt >= plan.idle / 10
  return change || isTouched ? backend.update(loaded, changes, now) : undefined
}

function setCookie({ state, cookies, name, plan }: OpenSession, token: string, now: number): void {
  const remaining = (state.loaded?.endsAt ?? now + plan.absolute) - now
  const lifetime = plan.isPersistent ? { maxAge: `${Math.ceil(remaining / 1000)}s` } : {}
  try {
    cookies.set(name, token, lifetime)
  } catch (error) {
    throw new SessionTooLarge(error)
  }
}

/** Adds `no-store`, because the response sets a session cookie, which caches must not send to other clients. */
function uncached(reply: Reply): Reply {
  const isPrivate = /(?:^|[\s,])(?:private|no-store)\b/iu.test(reply.header('cache-control') ?? '')
  return isPrivate ? reply : reply.replacingHeader('cache-control', 'no-store')
}
