import {
  ErrorHandler,
  Get,
  HttpRequest,
  Throws,
  type int,
} from '@fw/core'

/** Thrown by whatever looks for an order; it knows nothing of HTTP. */
export class OrderMissing extends Error {
  constructor(readonly id: int) {
    super(`There is no order ${id}.`)
  }
}

export class OutOfStock extends Error {}

export class Missing {
  constructor(
    readonly code: string,
    readonly id: int,
    readonly help: string,
  ) {}
}

export class ShopErrors {
  @ErrorHandler(404, 'There is no such order.')
  missing(error: OrderMissing, request: HttpRequest): Missing {
    return new Missing(
      'order-missing',
      error.id,
      `/help?path=${request.path}`,
    )
  }

  @ErrorHandler(409, 'There is not enough left.')
  outOfStock(_error: OutOfStock): void {}
}

export class Orders {
  @Throws(OrderMissing)
  @Get('/orders/{id}')
  show(id: int): string {
    throw new OrderMissing(id)
  }

  @Throws(OutOfStock)
  @Get('/orders/{id}/items')
  items(id: int): string[] {
    throw new OutOfStock(`Order ${id} waits for the next delivery.`)
  }
}
