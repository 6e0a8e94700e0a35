import {
  ApiResponse,
  Body,
  Get,
  HttpError,
  type int,
  Min,
  Post,
  Query,
  SseEvent,
} from '@fw/core'

export class Line {
  constructor(
    readonly sku: string,
    @Min(1) readonly quantity: int,
  ) {}
}

export class Order {
  constructor(
    readonly id: int,
    readonly placedAt: Date,
    readonly lines: Line[],
  ) {}
}

export class CreateOrder {
  constructor(readonly lines: Line[]) {}
}

export class OrdersController {
  static readonly #orders: Order[] = []

  /** Shows an order. */
  @Get('/orders/{id}')
  @ApiResponse(404, 'There is none.')
  show(id: int): Order {
    const found = OrdersController.#orders.find(
      (order) => order.id === id,
    )
    if (!found) throw new HttpError(404, `There is no order ${id}.`)
    return found
  }

  @Post('/orders', { status: 201 })
  create(@Body() body: CreateOrder): Order {
    const order = new Order(
      OrdersController.#orders.length + 1,
      new Date(),
      body.lines,
    )
    OrdersController.#orders.push(order)
    return order
  }

  @Get('/orders')
  async *watch(
    @Query() from: int = 1,
  ): AsyncIterable<SseEvent<Order, 'order'>> {
    for (const order of OrdersController.#orders.slice(from - 1)) {
      yield new SseEvent(order, {
        event: 'order',
        id: String(order.id),
      })
    }
  }

  @Post('/orders/{id}/invoice')
  async invoice(id: int, invoice: File): Promise<string> {
    return `${id} ${invoice.name}`
  }
}
