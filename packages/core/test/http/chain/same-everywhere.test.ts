import {
  Application,
  Body,
  Get,
  HttpError,
  HttpRequest,
  Post,
  Provides,
  Stage,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'
import { toLambdaHandler, type LambdaEvent } from '@fw/core/lambda'
import { describe, expect, test } from 'vitest'
import { post, RawClient } from '../adapters/raw-client.ts'
import { kernelOf, startServer } from '../serving.ts'

abstract class Passed implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-passed', this.constructor.name))
  }
}

@Stage('observe')
class Observes extends Passed {}

@Stage('respond')
class Responds extends Passed {}

@Stage('admit')
class Admits extends Passed {}

class User {
  constructor(readonly name: string) {}
}

@Stage('authenticate')
@Provides(User)
class SignedIn implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    const name = request.header('x-user')
    if (name === undefined) throw new HttpError(401, 'Sign in first.')
    request.provide(User, new User(name))
    return next((reply) => reply.withHeader('x-passed', 'SignedIn'))
  }
}

class Handles extends Passed {}

@Application()
@Use(Handles, Admits, Responds, Observes)
class App {}

@Use(SignedIn)
class Notes {
  @Get('/notes')
  list(user: User) {
    return [user.name]
  }

  @Post('/notes', { status: 201 })
  add(@Body() text: string, user: User) {
    return `${user.name}: ${text}`
  }
}

const { kernel } = kernelOf([App, Notes])
const outer = 'Admits, Responds, Observes'
const all = `Handles, SignedIn, ${outer}`

describe.each<[string, string, Record<string, string>, number, string]>([
  ['GET', '/notes', { 'x-user': 'Ada' }, 200, all],
  ['HEAD', '/notes', { 'x-user': 'Ada' }, 200, all],
  ['POST', '/notes', { 'x-user': 'Ada', 'content-type': 'application/json' }, 201, all],
  ['POST', '/notes', {}, 401, 'Responds, Observes'],
  ['HEAD', '/notes', {}, 401, 'Responds, Observes'],
  ['OPTIONS', '/notes', {}, 204, outer],
  ['DELETE', '/notes', {}, 405, outer],
  ['HEAD', '/nowhere', {}, 404, outer],
  ['GET', '/openapi.json', {}, 200, `Handles, ${outer}`],
])('%s %s with %o', (method, path, headers, status, passed) => {
  const body = method === 'POST' ? '"Hello"' : undefined

  test('passes the same stages through fetch and through Lambda', async () => {
    const found = await kernel.fetch(
      new Request(`http://localhost${path}`, { method, headers, ...(body && { body }) }),
    )
    const result = (await toLambdaHandler(kernel)(event(method, path, headers, body))) as {
      statusCode: number
      headers: Record<string, string>
      body?: string
    }
    expect([found.status, found.headers.get('x-passed')]).toEqual([status, passed])
    const parted = passed.split(', ').join(',')
    expect([result.statusCode, result.headers['x-passed']?.replaceAll(', ', ',')]).toEqual([
      status,
      parted,
    ])
    expect(result.body ?? '').toBe(await found.text())
  })
})

test('a client is not asked for a body that a guard refuses', async () => {
  const port = await startServer(kernel)
  const expecting = (user: string) =>
    post('/notes', '', `${user}Content-Type: application/json\r\nExpect: 100-continue\r\n`).replace(
      'Content-Length: 0',
      'Content-Length: 7',
    )
  const refused = (await RawClient.connect(port)).send(expecting(''))
  const answer = await refused.until(/Sign in first/)
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).not.toContain('100 Continue')

  const taken = (await RawClient.connect(port)).send(expecting('X-User: Ada\r\n'))
  await taken.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
  expect(await taken.send('"Hello"').until(/Ada: Hello/)).toMatch(/HTTP\/1\.1 201 /)
})

function event(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
): LambdaEvent {
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'localhost', ...headers },
    requestContext: { http: { method, path, sourceIp: '127.0.0.1' } },
    isBase64Encoded: false,
    ...(body && { body }),
  } as unknown as LambdaEvent
}
