import type { int, Policy } from '@fw/core'
import { User } from './who.ts'

export class OrderTable {
  readonly #owners = new Map([
    [1, 'ada'],
    [2, 'bob'],
  ])

  async ownerOf(id: int): Promise<string | undefined> {
    return this.#owners.get(id)
  }
}

export class OrderPolicy implements Policy {
  constructor(private readonly orders: OrderTable) {}

  async allows(user: User, id: int) {
    return (await this.orders.ownerOf(id)) === user.id
  }

  changes(user: User, id: int) {
    return user.team === 'support' || this.allows(user, id)
  }
}
