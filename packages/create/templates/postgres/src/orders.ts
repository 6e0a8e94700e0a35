import { Query as Select } from '@fw/query'
import { Queue } from '@fw/queue'
import { ApiResponse, Body, Email, Get, HttpError, Max, Min, Post, Query, type int } from 'fw'
import { ConfirmOrder } from './confirm-order.ts'
import { Database } from './database.ts'

/** What a customer sends. */
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

export class OrdersController {
  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
  ) {}

  /** Takes an order; a worker confirms it. */
  @Post('/orders', { status: 201 })
  async take(@Body() order: NewOrder): Promise<Order> {
    const row = { email: order.email, pieces: order.pieces, ordered_at: new Date() }
    const id = Number(await new Select(this.database.pool).table('orders').insertGetId(row))
    await this.queue.push(new ConfirmOrder(id))
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
    return new Select(this.database.pool)
      .table('orders')
      .select('id', 'email', 'pieces', 'ordered_at as orderedAt', 'confirmed_at as confirmedAt')
  }
}
