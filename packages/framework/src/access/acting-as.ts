import type { Principal } from './principal.ts'

const acting = new WeakMap<object, Principal>()

/**
 * Marks a request as sent by a principal, for tests: authentication is skipped, requirements still apply. Returns the
 * same request.
 */
export function actingAs(request: Request, principal: Principal): Request {
  acting.set(request, principal)
  return request
}

/** Returns the principal that a `Request` was marked with. */
export function actorOf(request: object): Principal | undefined {
  return acting.get(request)
}
