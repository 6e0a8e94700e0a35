import { Container, Get, Kernel, Router } from 'fw'
import { expect, test, vi } from 'vitest'
import { seen } from './observability/subscribed.ts'

test('a subscriber sees each request by its template', async () => {
  class Orders {
    @Get('/orders/{id}')
    show(id: string) {
      return id
    }
  }
  const kernel = new Kernel(new Container().boot(), new Router().register(Orders))
  await kernel.fetch(new Request('http://localhost/orders/7'))
  await vi.waitFor(() => expect(seen).toEqual(['GET /orders/{id} 200']))
})
