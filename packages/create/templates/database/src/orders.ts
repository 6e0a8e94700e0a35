import { ApiResponse, Body, Email, EventDispatcher, Get, HttpError, Max, Min } from '@fw/core'
import { Post, Query, type int } from '@fw/core'
import { Database, type Query as Select } from '@fw/query'

/** The order of a customer. */
export class NewOrder {
  constructor(
    @Email() readonly email: string,
    @Min(1) @Max(1000) readonly pieces: int,
  ) {}
}

/** A row of the table. */
export class Order {
  constructor(
    readonly id: int,
    readonly email: string,
    readonly pieces: int,
    readonly orderedAt: Date,
    readonly confirmedAt: Date | null,
  ) {}
}

/** An event: methods with `@Listener()` that take it are called. */
export class OrderTaken {
  constructor(readonly id: int) {}
}

export class OrdersController {
  constructor(
    private readonly database: Database,
    private readonly events: EventDispatcher,
  ) {}

  /** Accepts an order. */
  @Post('/orders', { status: 201 })
  async take(@Body() order: NewOrder): Promise<Order> {
    const row = { email: order.email, pieces: order.pieces, ordered_at: new Date() }
    const id = Number(await this.database.table('orders').insertGetId(row))
    await this.events.dispatch(new OrderTaken(id))
    return this.show(id)
  }

  /** Lists the newest orders. */
  @Get('/orders')
  list(@Query() @Min(1) @Max(100) limit: int = 20): Promise<Order[]> {
    return this.orders().orderBy('id', 'desc').limit(limit).get(Order)
  }

  /** Shows an order. */
  @Get('/orders/{id}')
  @ApiResponse(404, 'There is no such order.')
  async show(id: int): Promise<Order> {
    const order = await this.orders().where('id', '=', id).first(Order)
    if (!order) throw new HttpError(404, `There is no order ${id}.`)
    return order
  }

  private orders(): Select {
    return this.database
      .table('orders')
      .select('id', 'email', 'pieces', 'ordered_at as orderedAt', 'confirmed_at as confirmedAt')
  }
}
