import { Get } from '@fw/core'

export class Orders {
  @Get('/orders/{id}')
  show(number: string): string {
    return `Order ${number}`
  }
}
