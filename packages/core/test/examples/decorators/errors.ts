import { ErrorHandler, Get, Throws } from '@fw/core'

export class SoldOut extends Error {}

export class ShopErrors {
  @ErrorHandler(409, 'There is nothing left.')
  soldOut(error: SoldOut) {
    return { soldOut: error.message }
  }
}

export class Tickets {
  @Throws(SoldOut)
  @Get('/tickets')
  buy() {
    throw new SoldOut('Come back in March.')
  }
}
