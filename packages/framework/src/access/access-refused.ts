import type { AccessPlanParts } from './access-plan.ts'
import type { Principal } from './principal.ts'

/** Somebody was not let in; dispatched to listeners. It holds no credential and no value of the request. */
export class AccessRefused {
  /** Such as `missing scope`, or what a scheme has said. */
  readonly reason: string
  /** Of the answer. */
  readonly status: number
  readonly kind: AccessPlanParts['kind']
  /** `GET /orders/{id}`, or the name of a tool, resource or command. */
  readonly name: string
  /** The name of the scheme whose credential was sent. */
  readonly scheme: string | undefined
  /** The caller, where it is known. */
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
