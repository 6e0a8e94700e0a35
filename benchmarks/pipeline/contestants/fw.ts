import {
  Compress,
  Container,
  Get,
  type HttpRequest,
  Kernel,
  type Middleware,
  type Next,
  Router,
  type Session,
  Sessions,
  type int,
  Use,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { RedisSessions, SessionStore } from '@fw/core/web'
import { Redis } from 'ioredis'
import { items } from '../../http/items.ts'

class Versioned implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-version', '1'))
  }
}

class Visit {
  constructor(public visits: int = 0) {}
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

  @Get('/session')
  @Sessions(Visit)
  session(session: Session<Visit>) {
    session.data.visits += 1
    return { visits: session.data.visits }
  }
}

const redis = new Redis({ lazyConnect: true })
const sessions = new RedisSessions((script, keys, args) =>
  redis.eval(script, keys.length, ...keys, ...args),
)
const container = new Container().instance(SessionStore, sessions).boot()
const kernel = new Kernel(container, new Router().register(Hello))
await serve(kernel, { port: Number(process.env.PORT), host: '127.0.0.1' })
