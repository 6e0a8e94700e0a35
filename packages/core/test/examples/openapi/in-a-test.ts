import { Container, Get, Kernel, Router } from '@fw/core'

class Tally {
  @Get('/tally')
  tally(): Record<string, number> {
    return { books: '12' as unknown as number }
  }
}

const router = new Router().register(Tally)
const kernel = new Kernel(new Container().boot(), router, {
  validateResponses: true,
})

export const response = await kernel.fetch(
  new Request('http://localhost/tally'),
)
