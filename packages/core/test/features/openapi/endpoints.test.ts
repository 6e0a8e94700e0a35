import { Container, Get, Kernel, Router } from '@fw/core'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kernelOf } from './document-of.ts'
import { OrderController } from './fixtures/shop.ts'

const files = [
  ['/openapi.json', 'application/json'],
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/openapi.yaml', 'application/yaml'],
  ['/docs/start.js', 'text/javascript; charset=utf-8'],
  ['/docs/list.js', 'text/javascript; charset=utf-8'],
  ['/docs/page.css', 'text/css; charset=utf-8'],
  ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
] as const

const kernel = kernelOf([OrderController])

function get(path: string, init?: RequestInit): Promise<Response> {
  return kernel.fetch(new Request(`http://localhost${path}`, init))
}

describe.each(files)('%s', (path, type) => {
  test('is served with a tag', async () => {
    const response = await get(path)
    const etag = response.headers.get('etag') ?? ''
    const again = await get(path, { headers: { 'if-none-match': `"other", W/${etag}` } })
    const changed = await get(path, { headers: { 'if-none-match': '"other"' } })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect((await response.text()).length).toBeGreaterThan(100)
    expect(etag).toMatch(/^"[\w+/=]+"$/)
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')
    expect(changed.status).toBe(200)
    const statuses = ['"other"', etag].map(
      async (tag) => (await get(path, { headers: { 'if-match': tag } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([412, 200])
  })

  test('supports HEAD and OPTIONS, and no other method', async () => {
    const head = await get(path, { method: 'HEAD' })
    const options = await get(path, { method: 'OPTIONS' })
    const post = await get(path, { method: 'POST' })

    expect(head.status).toBe(200)
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await head.text()).toBe('')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(await post.json()).toEqual({
      error: `${path} does not support POST. It supports GET, HEAD, OPTIONS.`,
    })
  })

  test('can be removed', async () => {
    const closed = kernelOf([OrderController], { exposeOpenApi: false })

    expect((await closed.fetch(new Request(`http://localhost${path}`))).status).toBe(404)
  })
})

test('the path of the document takes precedence over routes', async () => {
  let built = 0
  class PerRequest {
    constructor() {
      built += 1
    }
  }

  class Anything {
    constructor(readonly service: PerRequest) {}

    @Get('/{name}')
    show(name: string): string {
      return name
    }
  }

  const container = new Container()
    .bind(PerRequest, () => new PerRequest(), { scope: 'request' })
    .boot()
  const own = new Kernel(container, new Router().register(Anything))

  const document = await own.fetch(new Request('http://localhost/openapi.json'))

  expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
  expect(built).toBe(0)
  const routed = await own.fetch(new Request('http://localhost/openapi.yaml'))
  expect(await routed.json()).toBe('openapi.yaml')
  expect(built).toBe(1)
})

test('over Node the document is the same bytes', async () => {
  const server = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())

  const response = await fetch(`http://127.0.0.1:${server.port}/openapi.json`)

  expect(await response.text()).toBe(await (await get('/openapi.json')).text())
})
