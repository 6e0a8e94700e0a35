import {
  Compress,
  Container,
  Get,
  type HttpRequest,
  Kernel,
  type Middleware,
  type Next,
  Router,
  Use,
} from 'fw'
import { serve } from 'fw/node'
import { items } from '../../http/items.ts'

class Versioned implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-version', '1'))
  }
}

class Hello {
  @Get('/none')
  none() {
    return { message: 'Hello, World!' }
  }

  @Get('/header')
  @Use(Versioned)
  header() {
    return { message: 'Hello, World!' }
  }

  @Get('/gzip')
  @Compress()
  gzip() {
    return items
  }
}

const container = new Container().boot()
const kernel = new Kernel(container, new Router().register(Hello))
await serve(kernel, { port: Number(process.env.PORT), host: '127.0.0.1' })
