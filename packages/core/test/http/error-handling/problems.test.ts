import {
  Application,
  Body,
  ErrorHandler,
  Get,
  HttpError,
  HttpRequest,
  MinLength,
  Post,
  ProblemResponse,
  Reply,
  Stage,
  Throws,
  Use,
  type KernelOptions,
  type Middleware,
  type Next,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from '../serving.ts'
import { readDocument } from '../../features/openapi/document-of.ts'

class Name {
  constructor(@MinLength(3) readonly name: string) {}
}

class OutOfStock extends Error {}

class Limited extends Error {}

class Handled extends Error {}

@Stage('admit')
class Refusing implements Middleware {
  handle(request: HttpRequest, next: Next) {
    return request.header('x-refuse') ? Reply.error(403, 'Refused.') : next()
  }
}

@Stage('respond')
class RefusingOutside extends Refusing {
  override handle(request: HttpRequest, next: Next) {
    return request.header('x-close') ? Reply.error(503, 'Closed.') : next()
  }
}

@Application()
@Use(Refusing, RefusingOutside)
class App {}

class ShopErrors {
  @ErrorHandler()
  handled(_error: Handled) {
    return Reply.error(410, 'Gone.')
  }

  @ErrorHandler(409, 'Nothing is left.')
  stock(_error: OutOfStock): void {}

  @ErrorHandler(418)
  limited(_error: Limited) {
    return { own: true }
  }
}

class Shop {
  @Post('/names')
  name(@Body() name: Name): Name {
    return name
  }

  @Get('/quota')
  quota(): void {
    throw new HttpError(429, 'Too many requests.', {
      type: '#quota-exceeded',
      title: 'Slow down',
      members: { 'violated-policies': ['default'], status: 1, detail: 'no' },
      headers: { 'retry-after': '5' },
    })
  }

  @Throws(OutOfStock)
  @Get('/stock')
  stock(): void {
    throw new OutOfStock('None.')
  }

  @Get('/limited')
  limited(): void {
    throw new Limited()
  }

  @Get('/fails')
  fails(): void {
    throw new Error('secret')
  }

  @Get('/returned')
  returned() {
    return Reply.error(409, 'Taken.', { headers: { 'x-own': 'yes' } }).withHeader('x-more', 'too')
  }

  @Get('/file')
  async file() {
    return Reply.file('/nowhere/at/all.txt')
  }

  @Get('/handled')
  handled(): void {
    throw new Handled()
  }

  @Get('/own')
  own() {
    return ProblemResponse.create(404, { type: '/missing', detail: 'Not here.', id: 7 })
  }

  @Get('/bare')
  bare() {
    return ProblemResponse.create(599)
  }
}

const blank = (status: number, title: string, detail: string) => ({
  type: 'about:blank',
  title,
  status,
  detail,
})

async function answer(response: Response): Promise<[number, string | null, unknown]> {
  return [response.status, response.headers.get('content-type'), await response.json()]
}

const problemType = 'application/problem+json'

describe.each(transports)('as problems, through %s', (_, open) => {
  const { kernel, log } = kernelOf([Shop, ShopErrors], { errors: 'problem' })
  const ask = useTransport(open, kernel)
  const guarded = useTransport(
    open,
    kernelOf([Shop, ShopErrors, App], { errors: 'problem' }).kernel,
  )

  test.for([
    ['GET', '/nowhere', undefined, blank(404, 'Not Found', 'No route matches GET /nowhere.')],
    [
      'PUT',
      '/names',
      undefined,
      blank(405, 'Method Not Allowed', '/names does not support PUT. It supports OPTIONS, POST.'),
    ],
    [
      'PUT',
      '/docs',
      undefined,
      blank(
        405,
        'Method Not Allowed',
        '/docs does not support PUT. It supports GET, HEAD, OPTIONS.',
      ),
    ],
    ['POST', '/names', '{', blank(400, 'Bad Request', 'The request body is not valid JSON.')],
    [
      'POST',
      '/names',
      JSON.stringify('a'.repeat(3_000_000)),
      blank(413, 'Content Too Large', 'The request body is over 2097152 bytes.'),
    ],
    [
      'POST',
      '/names',
      '{"name":"a"}',
      {
        ...blank(422, 'Unprocessable Content', 'The request is not valid.'),
        errors: { name: ['must be at least 3 characters.'] },
      },
    ],
    ['GET', '/fails', undefined, blank(500, 'Internal Server Error', 'Internal server error.')],
    ['GET', '/stock', undefined, blank(409, 'Conflict', 'None.')],
    [
      'GET',
      '/quota',
      undefined,
      {
        type: '#quota-exceeded',
        title: 'Slow down',
        status: 429,
        detail: 'Too many requests.',
        'violated-policies': ['default'],
      },
    ],
  ] as const)('%s %s', async ([method, path, body, problem]) => {
    const init = body === undefined ? { method } : json(body, method)
    expect(await answer(await ask(path, init))).toEqual([problem.status, problemType, problem])
  })

  test('for any Accept header', async () => {
    const headers = { accept: 'application/json' }
    const response = await ask('/nowhere', { headers })
    expect(response.headers.get('content-type')).toBe(problemType)
  })

  test('the headers of an error are kept, and it is logged from 500 on', async () => {
    log.errors.length = 0
    expect((await ask('/quota')).headers.get('retry-after')).toBe('5')
    expect((await ask('/names', { method: 'PUT' })).headers.get('allow')).toBe('OPTIONS, POST')
    expect(log.errors).toEqual([])
    await ask('/fails')
    expect(log.errors).toHaveLength(1)
  })

  test.for([
    ['/returned', {}, blank(409, 'Conflict', 'Taken.')],
    ['/file', {}, blank(404, 'Not Found', 'There is no such file.')],
    ['/handled', {}, blank(410, 'Gone', 'Gone.')],
    ['/bare', { 'x-refuse': 'yes' }, blank(403, 'Forbidden', 'Refused.')],
    ['/bare', { 'x-close': 'yes' }, blank(503, 'Service Unavailable', 'Closed.')],
  ] as const)('Reply.error creates a problem: %s %j', async ([path, headers, problem]) => {
    const response = await guarded(path, { headers })
    expect(await answer(response)).toEqual([problem.status, problemType, problem])
    if (path !== '/returned') return
    expect(response.headers.get('x-own')).toBe('yes')
    expect(response.headers.get('x-more')).toBe('too')
  })

  test('the result of a handler is sent as it is', async () => {
    expect(await answer(await ask('/limited'))).toEqual([418, 'application/json', { own: true }])
  })
})

test.for(['plain', 'problem'] as const)(
  'ProblemResponse is a problem, also in the form %s',
  async (errors) => {
    const { kernel } = kernelOf([Shop, ShopErrors], { errors })
    const ask = async (path: string) =>
      answer(await kernel.fetch(new Request(`http://localhost${path}`)))
    expect(await ask('/own')).toEqual([
      404,
      problemType,
      { type: '/missing', title: 'Not Found', status: 404, detail: 'Not here.', id: 7 },
    ])
    expect(await ask('/bare')).toEqual([
      599,
      problemType,
      { type: 'about:blank', title: 'Server Error', status: 599 },
    ])
  },
)

test('the configuration sets the format, and an option overrides it', async () => {
  const typeOf = async (config: Record<string, string>, options: KernelOptions = {}) => {
    const { kernel } = kernelOf([Shop, ShopErrors], { ...options, config })
    const response = await kernel.fetch(new Request('http://localhost/nowhere'))
    return response.headers.get('content-type')
  }
  expect(await typeOf({})).toBe('application/json')
  expect(await typeOf({ FW_ERRORS: 'problem' })).toBe(problemType)
  expect(await typeOf({ FW_ERRORS: 'problem' }, { errors: 'plain' })).toBe('application/json')
  expect(() => kernelOf([Shop, ShopErrors], { config: { FW_ERRORS: 'xml' } })).toThrow('FW_ERRORS')
})

describe('the document', async () => {
  const { kernel } = kernelOf([Shop, ShopErrors], { errors: 'problem' })
  const { paths, components } = await readDocument(kernel)
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const content = (name: string) => ({ [problemType]: { schema: reference(name) } })

  test('has one schema for all errors, and one for failed validation', () => {
    expect(components.responses).toMatchObject({
      BadRequest: { content: content('Problem') },
      ValidationFailed: { content: content('ValidationProblem') },
    })
    expect(components.schemas['Problem']).toMatchObject({
      required: ['type', 'title', 'status', 'detail'],
    })
    expect(components.schemas['ValidationProblem']).toMatchObject({
      allOf: [reference('Problem'), { required: ['errors'] }],
    })
  })

  test('documents problem details for a handler that returns nothing', () => {
    expect(paths['/stock']?.['get']?.responses['409']).toEqual({
      description: 'Nothing is left.',
      content: content('Problem'),
    })
  })
})
