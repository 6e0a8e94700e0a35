// The floor of `public`: an application without an Authentication.
import { Container, Get, Kernel, Router } from '@fw/core'
import { serve } from '@fw/core/node'
import { address } from '../credentials.ts'

class Hello {
  @Get('/public')
  open() {
    return { message: 'Hello, World!' }
  }
}

await serve(new Kernel(new Container().boot(), new Router().register(Hello)), address)
