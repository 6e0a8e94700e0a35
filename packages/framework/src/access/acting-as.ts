import type { Principal } from './principal.ts'

const acting = new WeakMap<object, Principal>()

/**
 * Marks a request as sent by somebody, for tests: schemes are skipped, requirements are not. Gives the same request.
 */
export function actingAs(request: Request, principal: Principal): Request {
  acting.set(request, principal)
  return request
}

/** Who a request of the platform was marked with. */
export function actorOf(request: object): Principal | undefined {
  return acting.get(request)
}
