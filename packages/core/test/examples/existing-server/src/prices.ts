import { Body, Get, Post, type int } from '@fw/core'

class NewPrice {
  constructor(readonly cents: int) {}
}

export class Prices {
  readonly #cents = new Map([['milk', 120]])

  @Get('/v2/prices/{name}')
  show(name: string) {
    return { name, cents: this.#cents.get(name) ?? null }
  }

  @Post('/v2/prices/{name}', { status: 201 })
  change(name: string, @Body() price: NewPrice) {
    this.#cents.set(name, price.cents)
    return this.show(name)
  }
}
