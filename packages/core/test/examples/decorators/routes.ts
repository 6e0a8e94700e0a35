import {
  Body,
  Cookie,
  Delete,
  Get,
  Header,
  type int,
  ListOf,
  Patch,
  Post,
  Prefix,
  Put,
  Query,
} from '@fw/core'

class Line {
  constructor(readonly sku: string) {}
}

class Cart {
  constructor(@ListOf(() => Line) readonly lines: unknown[]) {}
}

@Prefix('/carts')
export class Carts {
  @Get('/{id}')
  show(id: int, @Query() currency = 'EUR') {
    return { id, currency }
  }

  @Get('/')
  list(
    @Header() acceptLanguage = 'en',
    @Cookie('last-cart') last?: int,
  ) {
    return { language: acceptLanguage, last }
  }

  @Post('/', { status: 201 })
  create(@Body() cart: Cart) {
    return cart
  }

  @Put('/{id}')
  replace(id: int, @Body() cart: Cart) {
    return { id, lines: cart.lines.length }
  }

  @Patch('/{id}/lines')
  addLines(id: int, @Body() lines: Line[]) {
    return { id, added: lines.length }
  }

  @Delete('/{id}')
  remove(id: int): void {
    console.log(`Cart ${id} is gone.`)
  }
}
