import type { AccessRule } from './access-rule.ts'
import type { Principal } from './principal.ts'

/** Event that reports a refused call. It contains no credential and no data of the request. */
export class AccessRefused {
  /** For example `missing scope`, or the reason that a scheme gave. */
  readonly reason: string
  /** The status of the response. */
  readonly status: number
  readonly kind: AccessRule['kind']
  /** `GET /orders/{id}`, or the name of a tool, resource or command. */
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
