import {
  Application,
  BodyLimit,
  Body,
  Conditional,
  ErrorHandler,
  Get,
  HttpError,
  HttpRequest,
  MinLength,
  Post,
  Query,
  RateLimit,
  Reply,
  Stage,
  Throws,
  Timeout,
  Use,
  ValidationFailed,
  type Class,
  type Middleware,
  type Next,
  type Operation,
  type int,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { json, kernelOf } from '../serving.ts'
import type { ReadDocument, ReadOperation } from '../../features/openapi/document-of.ts'
import { createCompiler } from '../../features/openapi/independent-validator.ts'

class OrderMissing extends Error {}

class OutOfStock extends Error {}

class Missing {
  constructor(readonly id: number) {}
}

class Order {
  constructor(@MinLength(3) readonly name: string) {}
}

class ShopErrors {
  @ErrorHandler(404, 'There is no such order.')
  missing(_error: OrderMissing): Missing {
    return new Missing(7)
  }

  @ErrorHandler(409)
  stock(_error: OutOfStock): void {}
}

/** Everything that the framework refuses, with custom messages. */
class OwnForm {
  @ErrorHandler()
  http(error: HttpError): { code: int } {
    return { code: error.status }
  }

  @ErrorHandler(400, 'Some fields do not fit.')
  invalid(error: ValidationFailed): { fields: string[] } {
    return { fields: Object.keys(error.errors) }
  }
}

@Stage('authenticate')
class SignedIn implements Middleware {
  static openApi(): Partial<Operation> {
    return { responses: { 401: { description: 'Sign in first.' } } }
  }

  handle(request: HttpRequest, next: Next) {
    if (request.header('x-user') === undefined) throw new HttpError(401, 'Sign in first.')
    return next()
  }
}

@Application()
@Use(SignedIn)
class App {}

class Shop {
  @Conditional()
  @Throws(OrderMissing)
  @Get('/orders/{id}')
  show(id: int): Order {
    if (id === 7) throw new OrderMissing()
    return new Order(`order ${id}`)
  }

  @BodyLimit('1KiB')
  @Throws(OutOfStock)
  @Post('/orders', { status: 201 })
  create(@Body() order: Order): Order {
    if (order.name === 'none') throw new OutOfStock('Nothing is left.')
    return order
  }

  @RateLimit(3, '1h')
  @Get('/limited')
  limited(): string[] {
    return []
  }

  @Timeout('10ms')
  @Get('/slow')
  async slow(@Query() wait: int = 0): Promise<int> {
    await new Promise((resolve) => setTimeout(resolve, wait))
    return wait
  }

  @Get('/built')
  built(@Query() what = '') {
    if (what === 'gone') return Reply.error(410, 'It is gone.')
    return Reply.redirect('/elsewhere')
  }
}

const signedIn = { 'x-user': 'ada' }
const get = (headers = {}): RequestInit => ({ headers: { ...signedIn, ...headers } })
const post = (body: unknown, headers = {}): RequestInit => {
  const init = json(body)
  return { ...init, headers: { ...init.headers, ...signedIn, ...headers } }
}

/** Requests to each operation, which together meet all that it can answer. */
const requests: Record<string, readonly (readonly [path: string, init?: RequestInit])[]> = {
  'get /orders/{id}': [
    ['/orders/1', get()],
    ['/orders/1', get({ 'if-none-match': '*' })],
    ['/orders/7', get()],
    ['/orders/x', get()],
    ['/orders/%ff', get()],
    ['/orders/1'],
  ],
  'post /orders': [
    ['/orders', post({ name: 'three' })],
    ['/orders', post({ name: 'none' })],
    ['/orders', post({ name: '' })],
    ['/orders', post('{')],
    ['/orders', post({ name: 'x'.repeat(2000) })],
    ['/orders', post({ name: 'three' }, { 'content-encoding': 'br' })],
    ['/orders', { method: 'POST' }],
  ],
  'get /limited': [1, 2, 3, 4, 5].map((count) => ['/limited', count === 1 ? {} : get()] as const),
  'get /slow': [
    ['/slow', get()],
    ['/slow?wait=500', get()],
    ['/slow?wait=soon', get()],
    ['/slow?wait=%ff', get()],
    ['/slow'],
  ],
  'get /built': [
    ['/built', get()],
    ['/built?what=gone', get()],
    ['/built?what=%ff', get()],
    ['/built?what=twice&what=over', get()],
    ['/built'],
  ],
}

const forms: readonly (readonly [string, readonly Class[], 'plain' | 'problem'])[] = [
  ['plain', [], 'plain'],
  ['problem', [], 'problem'],
  ['an own one', [OwnForm], 'plain'],
]

describe.for(forms)('errors in the form %s', async ([, types, errors]) => {
  const { kernel } = kernelOf([App, Shop, ShopErrors, ...types], { errors })
  // The guard of the application also runs around the document.
  const { document } = await kernel.describe()
  const { paths, components } = JSON.parse(JSON.stringify(document)) as ReadDocument
  const compile = createCompiler(components)
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  )

  test('every operation is called', () => {
    expect(operations.map(([name]) => name).toSorted()).toEqual(Object.keys(requests).toSorted())
  })

  test.for(operations)(
    '%s responds with what is documented, and all of it',
    async ([name, operation]) => {
      const statuses = new Set<string>()
      for (const [path, init] of requests[name] ?? []) {
        const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
        statuses.add(String(response.status))
        const problems = await differences(response, operation)
        expect({ path, status: response.status, problems }).toMatchObject({ problems: [] })
      }
      expect([...statuses].toSorted()).toEqual(Object.keys(operation.responses).toSorted())
    },
  )

  /** Bodies that differ from the document for their status. */
  async function differences(response: Response, { responses }: ReadOperation): Promise<string[]> {
    const documented = resolved(responses[response.status])
    if (!documented) return ['The status is not documented.']
    const type = response.headers.get('content-type')
    const text = await response.text()
    if (text === '') return documented.content ? ['There is no body.'] : []
    const media = documented.content?.[type ?? '']
    if (!media) return [`${type} is not documented.`]
    const validate = compile(media.schema)
    return validate(JSON.parse(text)) ? [] : [JSON.stringify(validate.errors)]
  }

  function resolved(
    response: ReadOperation['responses'][string] | undefined,
  ): ReadOperation['responses'][string] | undefined {
    const { $ref } = (response ?? {}) as { $ref?: string }
    if ($ref === undefined) return response
    return components.responses[$ref.split('/').at(-1) ?? ''] as typeof response
  }
})
