import { Body, Get, type int, MinLength, Post, Query } from '@fw/core'

class Line {
  constructor(
    readonly sku: string,
    readonly quantity: int = 1,
  ) {}
}

class NewOrder {
  constructor(
    @MinLength(2) readonly customer: string,
    readonly lines: Line[],
  ) {}
}

export class Orders {
  @Get('/orders/{id}')
  show(id: int, @Query() currency: 'eur' | 'nok' = 'eur') {
    return { id, currency }
  }

  @Post('/orders', { status: 201 })
  create(@Body() order: NewOrder) {
    return order
  }
}
