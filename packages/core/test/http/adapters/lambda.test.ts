import { Get, HtmlResponse, Post } from '@fw/core'
import {
  StreamingUnavailable,
  toLambdaHandler,
  toLambdaStreamHandler,
  UnknownLambdaEvent,
  type LambdaEvent,
} from '@fw/core/lambda'
import { expect, test } from 'vitest'
import { kernelOf } from '../serving.ts'

class Site {
  @Get('/files/{name}')
  file(name: string) {
    return name
  }

  @Get('/')
  home() {
    return 'home'
  }

  @Get('/cookies')
  cookies() {
    const names = ['a', 'b', 'c', 'd']
    return names.reduce(
      (reply, name) => reply.withHeader('Set-Cookie', `${name}=1`),
      HtmlResponse.create(''),
    )
  }

  @Get('/zipped')
  zipped() {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
    return new Response(new Uint8Array([0x1f, 0x8b]), { headers })
  }

  @Get('/fails')
  async *fails() {
    yield 'one'
    throw new Error('in the middle')
  }

  @Post('/raw')
  async raw(request: Request) {
    return await request.text()
  }
}

const { kernel, log } = kernelOf([Site])
const handler = toLambdaHandler(kernel)

function v2(rawPath: string, stage = '$default'): LambdaEvent {
  const requestContext = { stage, http: { method: 'GET' } }
  return { version: '2.0', rawPath, rawQueryString: '', headers: {}, requestContext }
}

test('a path that the gateway has decoded is read as the client sent it', async () => {
  for (const [path, name] of [
    ['/files/a b', 'a b'],
    ['/files/grüße 🍋', 'grüße 🍋'],
    ['/files/100%', '100%'],
    ['/files/a%20b', 'a b'],
    ['/files/what?', 'what?'],
  ] as const) {
    expect((await handler(v2(path))).body).toBe(JSON.stringify(name))
  }
})

test('the stage and the base path are not part of the path', async () => {
  expect((await handler(v2('/prod/files/x', 'prod'))).body).toBe('"x"')
  expect((await handler(v2('/prod', 'prod'))).body).toBe('"home"')
  expect((await handler(v2('/production', 'prod'))).statusCode).toBe(404)
  const based = toLambdaHandler(kernel, { basePath: '/shop' })
  expect((await based(v2('/shop/files/x'))).body).toBe('"x"')
  expect((await based(v2('/shop'))).body).toBe('"home"')
  expect((await based(v2('/files/x'))).body).toBe('"x"')
  const loose = toLambdaHandler(kernel, { basePath: 'shop/' })
  expect((await loose(v2('/shop/files/x'))).body).toBe('"x"')
  expect((await loose(v2('/shopping'))).statusCode).toBe(404)
  expect((await toLambdaHandler(kernel, { basePath: '/' })(v2('/files/x'))).body).toBe('"x"')
})

test('cookies pass through a load balancer that keeps one value per header', async () => {
  const event = { httpMethod: 'GET', path: '/cookies', requestContext: { elb: {} } }
  const { headers, statusDescription } = await handler(event)
  expect(statusDescription).toBe('200 OK')
  expect(headers).toMatchObject({
    'set-cookie': 'a=1',
    'Set-cookie': 'b=1',
    'sEt-cookie': 'c=1',
    'SEt-cookie': 'd=1',
  })
})

test('encoded bodies are bytes for any content type', async () => {
  const { body, isBase64Encoded } = await handler(v2('/zipped'))
  expect([body, isBase64Encoded]).toEqual(['H4s=', true])
})

test('a stream that fails is a 500, because nothing has been sent', async () => {
  log.errors.length = 0
  expect(await handler(v2('/fails'))).toMatchObject({
    statusCode: 500,
    body: '{"error":"Internal server error."}',
  })
  expect(log.errors).toMatchObject([{ error: { message: 'in the middle' } }])
})

test('a body is the string or the bytes of the event', async () => {
  const post = { httpMethod: 'POST', path: '/raw', headers: { host: 'a.example' } }
  expect((await handler({ ...post, body: 'ü' })).body).toBe('"ü"')
  expect((await handler({ ...post, body: 'w7w=', isBase64Encoded: true })).body).toBe('"ü"')
  expect((await handler({ ...post, body: null })).body).toBe('""')
})

test('the error for an event from another source lists its keys', async () => {
  const event = { Records: [] } as unknown as LambdaEvent
  await expect(handler(event)).rejects.toThrow(UnknownLambdaEvent)
  await expect(handler(event)).rejects.toThrow(
    'The event with the keys Records is not an HTTP request of API Gateway, a function URL or a load balancer. ' +
      'Use a separate handler for events of other sources.',
  )
})

test('streaming outside of Lambda is an error', () => {
  expect(() => toLambdaStreamHandler(kernel)).toThrow(StreamingUnavailable)
})
