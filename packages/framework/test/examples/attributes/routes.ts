import { Body, Cookie, Delete, Get, Header, type int, ListOf, Patch, Post, Put, Query } from 'fw'

class Line {
  constructor(readonly sku: string) {}
}

class Cart {
  constructor(@ListOf(() => Line) readonly lines: unknown[]) {}
}

export class Carts {
  @Get('/carts/{id}')
  show(id: int, @Query() currency = 'EUR') {
    return { id, currency }
  }

  @Get('/carts')
  list(@Header() acceptLanguage = 'en', @Cookie('last-cart') last?: int) {
    return { language: acceptLanguage, last }
  }

  @Post('/carts', { status: 201 })
  create(@Body() cart: Cart) {
    return cart
  }

  @Put('/carts/{id}')
  replace(id: int, @Body() cart: Cart) {
    return { id, lines: cart.lines.length }
  }

  @Patch('/carts/{id}/lines')
  addLines(id: int, @Body() lines: Line[]) {
    return { id, added: lines.length }
  }

  @Delete('/carts/{id}')
  remove(id: int): void {
    console.log(`Cart ${id} is gone.`)
  }
}
