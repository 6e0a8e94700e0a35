import {
  Application,
  Container,
  Cors,
  Get,
  Kernel,
  RateLimit,
  Router,
  SecurityHeaders,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { address, limit, origin } from '../shop.ts'

process.env.FW_REQUEST_ID = 'true'

@Application()
@Cors({ origins: origin })
@SecurityHeaders()
@RateLimit(limit, '1s')
class Shop {}

class Hello {
  @Get('/guarded')
  guarded() {
    return { message: 'Hello, World!' }
  }
}

const router = new Router().register(Shop).register(Hello)
await serve(new Kernel(new Container().boot(), router), address)
