import { Body, Command, Email, Get, GreaterThan, McpTool, Post, Query, type int } from '@fw/core'

export class OrderLine {
  constructor(
    readonly sku: string,
    @GreaterThan(0) readonly quantity: int,
  ) {}
}

export class CreateOrder {
  constructor(
    @Email() readonly customer: string,
    readonly lines: OrderLine[],
    readonly note: string | null = null,
  ) {}
}

export class OrderTotal {
  constructor(
    readonly customer: string,
    readonly pieces: int,
  ) {}
}

/** Adds up what was ordered. */
class Totals {
  of({ customer, lines }: CreateOrder): OrderTotal {
    return new OrderTotal(
      customer,
      lines.reduce((sum, line) => sum + line.quantity, 0),
    )
  }
}

export class OrderController {
  constructor(private readonly totals: Totals) {}

  @Post('/orders', { status: 201 })
  create(@Body() order: CreateOrder): OrderTotal {
    return this.totals.of(order)
  }

  @Get('/orders/{id}')
  show(id: int, @Query() currency: 'EUR' | 'USD' = 'EUR') {
    return { id, currency }
  }

  @McpTool('order_total', 'Counts the pieces of an order')
  total(order: CreateOrder): OrderTotal {
    return this.totals.of(order)
  }

  @Command('orders:tidy', { description: 'Forgets old orders.' })
  tidy(days: int): void {
    console.log(`Tidied ${days} days.`)
  }
}
