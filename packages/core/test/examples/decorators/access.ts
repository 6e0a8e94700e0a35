import {
  Allows,
  AnyRole,
  AnyScope,
  Authenticated,
  Delete,
  Fresh,
  Get,
  type int,
  type Policy,
  Post,
  Principal,
  Public,
  Put,
  Roles,
  Scopes,
} from '@fw/core'

class OwnOrders implements Policy {
  allows(caller: Principal, id: int) {
    return caller.id === `owner-of-${id}`
  }
}

@Authenticated('user')
export class Orders {
  @Get('/orders/prices')
  @Public()
  prices() {
    return [12, 20]
  }

  @Get('/orders/{id}')
  @Scopes('orders:read')
  @Allows(OwnOrders, { hidden: 'There is no such order.' })
  show(id: int) {
    return { id }
  }

  @Put('/orders/{id}')
  @AnyScope('orders:write', 'orders:all')
  change(id: int) {
    return { id }
  }

  @Post('/orders/{id}/refund')
  @AnyRole('support', 'admin')
  @Fresh(600)
  refund(id: int, caller: Principal) {
    return { id, by: caller.id }
  }

  @Delete('/orders/{id}')
  @Roles('admin')
  remove(id: int) {
    console.log(`Order ${id} is gone.`)
  }
}
