import {
  attribute,
  Denied,
  Get,
  type GuardedCall,
  type Principal,
} from '@fw/core'
import { User } from './who.ts'

class InTeamRequirement {
  constructor(readonly team: string) {}

  authorize(principal: Principal, call: GuardedCall) {
    const isIn =
      principal instanceof User && principal.team === this.team
    return isIn || Denied.because(`${call.name} is for ${this.team}.`)
  }
}

const InTeam = attribute(InTeamRequirement)

export class Tickets {
  @Get('/tickets')
  @InTeam('support')
  list(user: User) {
    return [`for ${user.id}`]
  }
}
