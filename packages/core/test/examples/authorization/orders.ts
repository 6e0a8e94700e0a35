import {
  Access,
  Allows,
  Delete,
  Get,
  type int,
  Public,
  Put,
  Roles,
  Scopes,
} from '@fw/core'
import { OrderPolicy } from './order-policy.ts'
import { User } from './who.ts'

@Scopes('orders.read')
export class Orders {
  constructor(private readonly access: Access) {}

  @Get('/orders/prices')
  @Public()
  prices(user: User | null) {
    return user ? [10, 18] : [12, 20]
  }

  @Get('/orders/{id}')
  @Allows(OrderPolicy, { hidden: 'There is no such order.' })
  show(id: int, user: User) {
    return { id, owner: user.id }
  }

  @Put('/orders/{id}')
  @Scopes('orders.write')
  @Allows(OrderPolicy, { method: 'changes' })
  change(id: int) {
    return { id }
  }

  @Delete('/orders/{id}')
  @Roles('admin')
  async remove(id: int, user: User) {
    await this.access.check(OrderPolicy, 'allows', user, id)
    console.log(`Order ${id} is gone.`)
  }
}
