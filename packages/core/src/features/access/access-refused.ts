import type { AccessRule } from './access-rule.ts'
import type { Principal } from './principal.ts'

/** An event that is dispatched when a call is rejected. It contains no credential and no data of the request. */
export class AccessRefused {
  /** The reason, for example `missing scope` or the reason of a scheme. */
  readonly reason: string
  /** The status of the response. */
  readonly status: number
  readonly kind: AccessRule['kind']
  /** The operation: `GET /orders/{id}`, a path, the name of a tool or command, or the URI of a resource. */
  readonly name: string
  /** The name of the scheme whose credential was sent. */
  readonly scheme: string | undefined
  /** The caller, if authenticated. */
  readonly principal: Principal | undefined

  constructor(facts: AccessRefused) {
    this.reason = facts.reason
    this.status = facts.status
    this.kind = facts.kind
    this.name = facts.name
    this.scheme = facts.scheme
    this.principal = facts.principal
  }
}
