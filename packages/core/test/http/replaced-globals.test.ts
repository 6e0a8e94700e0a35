import { Get } from '@fw/core'
import { afterEach, describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from './serving.ts'

const native = { Request: globalThis.Request, Response: globalThis.Response }

/** Like polyfills and @hono/node-server, in the middle of a running program. */
function replaceGlobals(): void {
  globalThis.Request = class Request extends native.Request {}
  globalThis.Response = class Response extends native.Response {}
}

afterEach(() => {
  Object.assign(globalThis, native)
})

class Caller {
  constructor(private readonly request: Request) {}

  get name() {
    return this.request.headers.get('x-name')
  }
}

class Names {
  constructor(private readonly caller: Caller) {}

  @Get('/name')
  name() {
    return this.caller.name
  }

  @Get('/same')
  same(request: Request) {
    return request.headers.get('x-name') === this.caller.name
  }

  @Get('/response')
  response() {
    return new native.Response('made before', { status: 201, headers: { 'x-kept': 'yes' } })
  }
}

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([Names]).kernel)
  const headers = { 'x-name': 'Ada' }

  test('a parameter of type Request is filled even if the global was replaced after boot', async () => {
    expect(await (await ask('/name', { headers })).json()).toBe('Ada')
    replaceGlobals()
    for (const path of ['/name', '/same']) {
      const response = await ask(path, { headers })
      expect([path, response.status]).toEqual([path, 200])
    }
  })

  test('a Response created before that is sent as it is', async () => {
    replaceGlobals()
    const response = await ask('/response')
    expect(response.status).toBe(201)
    expect(response.headers.get('x-kept')).toBe('yes')
    expect(await response.text()).toBe('made before')
  })
})
