import { Get } from 'fw'

export class Hello {
  @Get('/hello/{name}')
  hello(name: string) {
    return { hello: name }
  }
}
