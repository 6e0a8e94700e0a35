import { Body, HttpRequest, Post, Use, type Middleware, type Next } from '@fw/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { json, kernelOf, useTransport, transports } from '../serving.ts'

/** Reads the body as a library does that takes a `Request`. */
class Reads implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    await request.toRequest().text()
    return next()
  }
}

class Keeps implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    await request.bytes()
    await request.toRequest().text()
    return next()
  }
}

class Looks implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const { headers } = request.toRequest()
    return next((reply) => reply.withHeader('x-type', headers.get('content-type') ?? 'none'))
  }
}

class Orders {
  @Use(Reads)
  @Post('/read')
  read(@Body() value: unknown) {
    return value
  }

  @Use(Keeps)
  @Post('/kept')
  kept(@Body() value: unknown) {
    return value
  }

  @Use(Looks)
  @Post('/unread')
  unread(@Body() value: unknown) {
    return value
  }

  @Use(Reads)
  @Post('/empty')
  empty() {
    return 'empty'
  }
}

describe.each(transports)('through %s', (_name, open) => {
  const { kernel, log } = kernelOf([Orders])
  const ask = useTransport(open, kernel)
  beforeEach(() => void (log.errors.length = 0))

  const form = () => {
    const body = new FormData()
    body.set('a', '1')
    return { method: 'POST', body }
  }

  test.each([
    ['a JSON body', () => json({ a: '1' })],
    ['a form body', form],
    [
      'a body of unknown length',
      () => ({ ...json(''), body: new Blob(['{}']).stream(), duplex: 'half' as const }),
    ],
  ])('%s that middleware has already read causes an error with a remedy', async (_, init) => {
    expect((await ask('/read', init())).status).toBe(500)
    expect(log.errors.map((line) => String((line as { error: unknown }).error))).toEqual([
      'RequestBodyAlreadyRead: The request body was already read, and no copy was kept. Await request.bytes() before ' +
        'any other code reads it, such as middleware.',
    ])
  })

  test.each(['/kept', '/unread'])('%s still binds the body', async (path) => {
    for (const init of [json({ a: '1' }), form()]) {
      expect(await (await ask(path, init)).json()).toEqual({ a: '1' })
    }
    expect(log.errors).toEqual([])
  })

  test('a body that only middleware reads is not an error', async () => {
    for (const init of [json({ a: 1 }), { method: 'POST' }]) {
      expect((await ask('/empty', init)).status).toBe(200)
    }
  })
})
