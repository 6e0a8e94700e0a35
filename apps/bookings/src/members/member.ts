import { Principal, type int } from '@fw/core'

export type Role = 'member' | 'staff'

/** A member of the studio, as the caller of a route or a tool. */
export class Member extends Principal {
  constructor(
    readonly memberId: int,
    readonly name: string,
    readonly email: string,
    readonly role: Role,
  ) {
    super({ id: String(memberId), roles: [role] })
  }
}
