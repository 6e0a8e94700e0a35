import { Container, Get, type int, Kernel, Router } from '@fw/core'
import { expect, test } from 'vitest'
import { withLog, type Handler } from './today/src/wrapped.ts'

class Books {
  @Get('/api/v1/books/{id}')
  show(id: int) {
    return { id }
  }
}

const container = new Container().boot()
const router = new Router()
router.register(Books)
const kernel = new Kernel(container, router)

function ask(path: string, init?: RequestInit, handler: Handler = kernel): Promise<Response> {
  return handler.fetch(new Request(`http://localhost${path}`, init))
}

test('a wrapper of the kernel sees each request and changes each response', async () => {
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
