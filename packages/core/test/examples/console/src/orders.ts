import { Delete, Get, Post, type int } from '@fw/core'

export class Orders {
  @Get('/orders')
  list(): string[] {
    return []
  }

  @Post('/orders')
  create(): void {}

  @Delete('/orders/{id}')
  remove(id: int): int {
    return id
  }
}
