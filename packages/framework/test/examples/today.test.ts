import { Container, Get, type int, Kernel, Router } from 'fw'
import { expect, test } from 'vitest'
import { Metrics, MetricsController } from './today/src/metrics.ts'
import { withLog, type Handler } from './today/src/wrapped.ts'

class Books {
  @Get('/api/v1/books/{id}')
  show(id: int) {
    return { id }
  }
}

const container = new Container().boot()
const router = new Router()
for (const type of [Books, MetricsController]) {
  router.register(type)
}
const kernel = new Kernel(container, router)

function ask(path: string, init?: RequestInit, handler: Handler = kernel): Promise<Response> {
  return handler.fetch(new Request(`http://localhost${path}`, init))
}

test('what is put around the kernel sees each request and changes each answer', async () => {
  const lines: string[] = []
  const response = await ask(
    '/api/v1/books/7?x=1',
    {},
    withLog(kernel, (line) => lines.push(line)),
  )

  expect(await response.json()).toEqual({ id: 7 })
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(lines).toEqual(['GET /api/v1/books/7 200'])
})

test('the metrics count the answers by status', async () => {
  const counted = container.get(Metrics).count(kernel)
  await ask('/api/v1/books/7', {}, counted)
  await ask('/api/v1/books/8', {}, counted)
  await ask('/gone', {}, counted)

  expect(await (await ask('/metrics')).text()).toBe(
    '# TYPE http_answers_total counter\n' +
      'http_answers_total{status="200"} 2\nhttp_answers_total{status="404"} 1\n',
  )
})
