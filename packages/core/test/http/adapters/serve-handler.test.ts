import { Get, HttpError } from '@fw/core'
import { serve, type FetchHandler } from '@fw/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { kernelOf } from '../serving.ts'
import { get, RawClient } from './raw-client.ts'

async function start(handler: FetchHandler): Promise<number> {
  const { port, close } = await serve(handler, { port: 0, host: '127.0.0.1', shutdownTimeout: 500 })
  onTestFinished(close)
  return port
}

class Inner {
  @Get('/inner')
  inner() {
    return 'from the kernel'
  }
}

test('serve accepts any object with a fetch method', async () => {
  const { kernel } = kernelOf([Inner])
  const seen: (string | null)[] = []
  const port = await start({
    async fetch(request) {
      seen.push(`${request.method} ${new URL(request.url).pathname}`)
      if (request.method !== 'POST') return kernel.fetch(request)
      return new Response(request.body, { status: 201, headers: { 'x-echo': 'yes' } })
    },
  })
  const address = `http://127.0.0.1:${port}`

  expect(await (await fetch(`${address}/inner`)).json()).toBe('from the kernel')
  const echoed = await fetch(`${address}/echo`, { method: 'POST', body: 'a'.repeat(200_000) })
  expect([echoed.status, echoed.headers.get('x-echo')]).toEqual([201, 'yes'])
  expect(await echoed.text()).toHaveLength(200_000)
  const head = await fetch(`${address}/inner`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(seen).toEqual(['GET /inner', 'POST /echo', 'HEAD /inner'])
})

test('its errors are handled as in the kernel, and a result that is not a Response is a bug', async () => {
  const port = await start({
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/teapot') throw new HttpError(418, 'short and stout')
      if (pathname === '/revoked') {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        throw proxy
      }
      return 'text' as never
    },
  })
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return [response.status, await response.json()]
  }

  expect(await ask('/teapot')).toEqual([418, { error: 'short and stout' }])
  for (const path of ['/revoked', '/text']) {
    expect(await ask(path)).toEqual([500, { error: 'Internal server error.' }])
  }
})

test('a request method that Request does not support is a 501', async () => {
  const client = await RawClient.connect(await start({ fetch: () => new Response('never') }))
  const answer = await client.send(get('/').replace('GET', 'TRACE')).until(/\}$/)
  expect(answer).toMatch(/^HTTP\/1\.1 501 .*TRACE is not supported\./s)
})
