import { Container, Get, Kernel, Router } from '@fw/core'
import { serve } from '@fw/core/node'

class Hello {
  @Get('/')
  hello() {
    return 'hello'
  }
}

const kernel = new Kernel(
  new Container().boot(),
  new Router().register(Hello),
)
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())

export const server = await serve(kernel, {
  port: 0,
  signal: stopping.signal,
})
