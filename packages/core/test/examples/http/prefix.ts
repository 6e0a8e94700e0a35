import { Application, Get, type int, Prefix } from '@fw/core'

@Application()
@Prefix('/{shop}/v1')
export class Shops {}

@Prefix('/books')
export class Books {
  /** GET /north/v1/books */
  @Get('/')
  list(shop: string) {
    return [{ shop, id: 7 }]
  }

  /** GET /north/v1/books/7 */
  @Get('/{id}')
  show(id: int) {
    return { id }
  }
}
