import { Get } from '@fw/core'

export class Hello {
  @Get('/hello/{name}')
  hello(name: string) {
    return { hello: name }
  }
}
