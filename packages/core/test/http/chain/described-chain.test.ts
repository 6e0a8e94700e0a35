import {
  ApiResponse,
  Application,
  attribute,
  Body,
  Get,
  HttpRequest,
  Post,
  Use,
  Without,
  type Middleware,
  type Next,
  type Operation,
  type OperationAttribute,
  type Route,
  type Setting,
} from '@fw/core'
import { expect, test } from 'vitest'
import { documentOf } from '../../features/openapi/document-of.ts'

class Passing implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next()
  }
}

class Guard extends Passing {
  static openApi({ httpMethod }: Route): Partial<Operation> {
    return {
      responses: { 403: { description: `Refused to ${httpMethod}.` } },
      parameters: [{ name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } }],
    }
  }
}

class Counter extends Passing {}

class CountedAttribute implements Setting {
  constructor(readonly limit: number | false) {}

  get isOff() {
    return this.limit === false
  }

  middleware() {
    return Counter
  }

  openApi(): Partial<Operation> {
    const headers = { 'Retry-After': { schema: { type: 'integer' } } }
    return { responses: { 429: { description: `Over ${this.limit}.`, headers } } }
  }
}
const Counted = attribute(CountedAttribute)

class TracedAttribute implements OperationAttribute {
  constructor(readonly name: string) {}

  openApi() {
    const trace = { name: 'trace', in: 'header', schema: { type: 'string' } } as const
    return {
      parameters: [{ ...trace, description: this.name }],
      responses: { 403: { description: 'Not traced.' } },
      tags: [this.name],
    }
  }
}
const Traced = attribute(TracedAttribute)

class Problem {
  constructor(readonly reason: string) {}
}

@Application()
@Counted(5)
@ApiResponse(503, 'The shop is closed.')
class App {}

@Use(Guard)
@Traced('outer')
@ApiResponse(404, 'Not here.', Problem)
class Orders {
  @Get('/orders')
  list(): string[] {
    return []
  }

  @Counted(7)
  @Traced('inner')
  @Post('/orders')
  create(@Body() order: Problem): Problem {
    return order
  }

  @Counted(false)
  @Without(Guard)
  @ApiResponse(404, 'No such order.')
  @Get('/orders/{id}')
  show(id: string): string {
    return id
  }

  @Without(Counter)
  @Get('/uncounted')
  uncounted(): void {}
}

const { paths, components } = await documentOf([App, Orders])
const list = paths['/orders']?.['get']
const create = paths['/orders']?.['post']
const show = paths['/orders/{id}']?.['get']
const uncounted = paths['/uncounted']?.['get']
const error = {
  'application/json': {
    schema: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
  },
}

test('middleware and decorators add responses to those that a route already has', () => {
  expect(Object.keys(list?.responses ?? {})).toEqual(['200', '403', '404', '429', '503'])
  expect(Object.keys(create?.responses ?? {})).toEqual([
    '200',
    '400',
    '403',
    '404',
    '413',
    '415',
    '422',
    '429',
    '503',
  ])
})

test('an error without content has the body of every error, and keeps its headers', () => {
  const headers = { 'Retry-After': { schema: { type: 'integer' } } }
  expect(list?.responses['429']).toEqual({ description: 'Over 5.', headers, content: error })
})

test('several descriptions of a status are joined', () => {
  const description = 'Refused to GET. Not traced.'
  expect(list?.responses['403']).toEqual({ description, content: error })
})

test('@ApiResponse takes precedence, and the nearest level among several', () => {
  const reference = { $ref: '#/components/schemas/Problem' }
  expect(list?.responses['404']).toEqual({
    description: 'Not here.',
    content: { 'application/json': { schema: reference } },
  })
  expect(show?.responses['404']).toMatchObject({ description: 'No such order.' })
  expect(create?.responses['413']).toEqual({ $ref: '#/components/responses/ContentTooLarge' })
})

test('parameters are merged by name and location; the nearest level takes precedence', () => {
  const trace = { name: 'trace', in: 'header', schema: { type: 'string' } }
  const key = { name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } }
  expect(list?.parameters).toEqual([key, { ...trace, description: 'outer' }])
  expect(create?.parameters).toEqual([key, { ...trace, description: 'inner' }])
  expect(show?.parameters).toMatchObject([{ name: 'id', in: 'path' }, { name: 'trace' }])
})

test('for everything else, the nearest level takes precedence', () => {
  expect(list?.tags).toEqual(['outer'])
  expect(create?.tags).toEqual(['inner'])
})

test('the nearest setting applies, unless it is off or removed', () => {
  expect(create?.responses['429']).toMatchObject({ description: 'Over 7.' })
  expect(show?.responses['429']).toBeUndefined()
  expect(uncounted?.responses['429']).toBeUndefined()
  expect(show?.responses['403']).toMatchObject({ description: 'Not traced.' })
})

test('a decorator of the application applies to every operation', () => {
  expect(uncounted?.responses['503']).toMatchObject({ description: 'The shop is closed.' })
})

test('the shared responses are those that operations refer to', () => {
  expect(Object.keys(components.responses)).toEqual([
    'BadRequest',
    'ContentTooLarge',
    'UnsupportedMediaType',
    'ValidationFailed',
  ])
})
