import { Get, Query, type int } from '@fw/core'

export class Hello {
  @Get('/hello/{name}')
  hello(name: string, @Query() times: int = 1) {
    return { text: `Hello, ${name}! `.repeat(times).trim() }
  }
}
