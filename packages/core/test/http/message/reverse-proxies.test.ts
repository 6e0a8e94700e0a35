import { Get, HttpRequest, Post } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { kernelOf, startServer } from '../serving.ts'
import type { ReverseProxy } from '../../support/open-reverse-proxy.ts'
import {
  askProxy,
  clientAddress,
  needsReverseProxy,
  startProxy,
} from '../../support/reverse-proxy.ts'

class Asked {
  @Get('/')
  who(request: HttpRequest) {
    const { ip, secure, host, id } = request
    return { ip, secure, host, id }
  }

  @Post('/echo')
  async echo(request: Request) {
    return [request.url, await request.text()]
  }
}

const forged = {
  'x-forwarded-for': '6.6.6.6',
  'x-forwarded-proto': 'wss',
  'x-forwarded-host': 'evil.example',
  'x-real-ip': '6.6.6.6',
  'x-request-id': 'forged',
  forwarded: 'for=6.6.6.6;proto=https;host=evil.example',
}

const proxies: ReverseProxy[] = ['nginx', 'caddy', 'caddy with TLS']

function startKernel(trusted: string): Promise<number> {
  const config = { FW_TRUSTED_PROXIES: trusted, FW_REQUEST_ID: 'trust' }
  return startServer(kernelOf([Asked], { config }).kernel)
}

describe.each(proxies)('behind %s', (name) => {
  const secure = name === 'caddy with TLS'

  test.for(['127.0.0.1', 'hops:1'])(
    'that is trusted by %s, all is that of the client, and forged headers change nothing',
    async (trusted, context) => {
      needsReverseProxy(context, name)
      const port = await startProxy(name, await startKernel(trusted))
      const host = `${secure ? 'localhost' : '127.0.0.1'}:${port}`
      for (const headers of [{}, forged]) {
        const { body, headers: answered } = await askProxy(name, port, headers)
        expect(body).toMatchObject({ ip: clientAddress, secure, host })
        expect(body['id']).toMatch(/^[\da-f-]{32,36}$/)
        expect(answered['x-request-id']).toBe(body['id'])
      }
    },
  )

  test('without trust, the proxy is the client', async (context) => {
    needsReverseProxy(context, name)
    const port = await startProxy(name, await startKernel('10.0.0.0/8'))
    const { body } = await askProxy(name, port, forged)
    expect(body).toMatchObject({ ip: '127.0.0.1', secure: false })
  })
})

test('through two proxies, the client behind both is seen', async (context) => {
  needsReverseProxy(context, 'nginx')
  needsReverseProxy(context, 'caddy with TLS')
  const inner = await startProxy('nginx', await startKernel('127.0.0.1'))
  const outer = await startProxy('caddy with TLS', inner)
  const { body } = await askProxy('caddy with TLS', outer, forged)
  // nginx says by which scheme it was asked itself, in the place of what Caddy has said.
  expect(body).toMatchObject({ ip: clientAddress, secure: false, host: `localhost:${outer}` })
})

test('a body arrives through nginx, and the URL is the one that the client requested', async (context) => {
  needsReverseProxy(context, 'nginx')
  const port = await startProxy('nginx', await startKernel('127.0.0.1'))
  const url = `http://127.0.0.1:${port}/echo`
  const answer = await fetch(url, { method: 'POST', body: 'größer' })
  expect(await answer.json()).toEqual([url, 'größer'])
})
