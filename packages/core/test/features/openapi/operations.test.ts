import { Paginator } from '@fw/query'
import {
  type Class,
  ApiResponse,
  attribute,
  Delete,
  ErrorResponse,
  Get,
  Hidden,
  HtmlResponse,
  PaginatedItem,
  Post,
  Query,
  RedirectResponse,
  Reply,
  type int,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { documentOf, kernelOf, type ReadOperation } from './document-of.ts'
import * as billing from './fixtures/billing/item.ts'
import { OrderController } from './fixtures/shop.ts'
import * as stock from './fixtures/stock/item.ts'

const shop = await documentOf([OrderController])

function operation(path: string, method: string): ReadOperation {
  return shop.paths[path]?.[method] as ReadOperation
}

enum Moved {
  Permanently = 301,
}

const error = { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] }
const json = (schema: object) => ({ 'application/json': { schema } })
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const failure = (name: string) => ({ $ref: `#/components/responses/${name}` })

describe('a request body', () => {
  test('is documented as JSON and as a form', () => {
    expect(operation('/orders', 'post').requestBody).toEqual({
      description: 'What to deliver.',
      required: true,
      content: {
        'application/json': { schema: reference('CreateOrder') },
        'application/x-www-form-urlencoded': {
          schema: reference('CreateOrder'),
          encoding: {
            address: { style: 'deepObject', explode: true },
            payment: { style: 'deepObject', explode: true },
            labels: { style: 'deepObject', explode: true },
          },
        },
      },
    })
  })

  test('with a file is documented as multipart alone', () => {
    expect(operation('/orders/{id}/pictures', 'post').requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            allOf: [
              reference('Upload'),
              { type: 'object', properties: { cover: { type: 'string', format: 'binary' } } },
            ],
          },
        },
      },
    })
  })

  test('may be a list', () => {
    expect(operation('/orders/{number}/lines', 'put').requestBody).toEqual({
      required: true,
      content: json({ type: 'array', items: reference('Line') }),
    })
  })
})

describe('parameters', () => {
  test('have type, default and constraints', () => {
    expect(operation('/orders/{id}', 'get').parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The order.',
        schema: {
          type: 'string',
          format: 'uuid',
          pattern: expect.any(String),
          examples: ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f'],
        },
      },
      // Text is never null: a value that is left out is.
      { name: 'expand', in: 'query', schema: { type: 'string' } },
      { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
    ])
  })

  test('of a query class are its fields', () => {
    expect(operation('/orders', 'get').parameters).toEqual([
      {
        name: 'status',
        in: 'query',
        schema: { type: 'string', enum: ['open', 'closed'], default: 'open' },
      },
      {
        name: 'tags',
        in: 'query',
        schema: { type: 'array', items: { type: 'string' }, default: [] },
      },
      {
        name: 'address',
        in: 'query',
        style: 'deepObject',
        explode: true,
        schema: reference('Address'),
      },
    ])
  })

  test('are named as in the first route of their path', async () => {
    class Users {
      @Get('/users/{id}')
      show(id: int): int {
        return id
      }

      @Post('/users/{number}')
      replace(number: int): int {
        return number
      }

      @Get('/users/{id}/{unused}')
      other(id: string): string {
        return id
      }
    }

    const { paths } = await documentOf([Users])

    expect(Object.keys(paths)).toEqual(['/users/{id}', '/users/{id}/{unused}'])
    expect(paths['/users/{id}']?.['post']?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    ])
    expect(paths['/users/{id}/{unused}']?.['get']?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'unused', in: 'path', required: true, schema: { type: 'string' } },
    ])
  })
})

describe('responses', () => {
  test('have the schema of the returned data under the declared status', () => {
    expect(operation('/orders', 'post').responses['201']).toEqual({
      description: 'Created',
      content: json(reference('OrderReceipt')),
    })
    expect(operation('/orders/{id}', 'get').responses['200']?.content).toEqual(
      json({ anyOf: [reference('OrderReceipt'), { type: 'null' }] }),
    )
    // Address | Reply
    expect(operation('/orders/{id}/address', 'patch').responses['200']?.content).toEqual(
      json(reference('AddressOutput')),
    )
    // Promise<string>
    expect(operation('/orders/{id}/pictures', 'post').responses['200']?.content).toEqual(
      json({ type: 'string' }),
    )
  })

  test('of untyped lists, replies, nothing and undeclared data have only a description', async () => {
    class Bare {
      @Get('/list')
      list(): unknown[] {
        return []
      }

      @Get('/map')
      map(): Promise<Record<string, unknown>> {
        return Promise.resolve({})
      }

      @Get('/response')
      response(): Response {
        return new Response()
      }

      @Get('/reply')
      reply(): Promise<Reply> {
        return Promise.resolve(HtmlResponse.create(''))
      }

      @Get('/undeclared')
      undeclared() {
        return 1
      }

      @Post('/nothing')
      async nothing(): Promise<void> {}

      @Post('/accepted', { status: 202 })
      accepted(): void {}

      @Get('/events')
      async *events(): AsyncGenerator<string> {}

      @Get('/undeclared-events')
      async *undeclaredEvents() {
        yield 1
      }
    }

    const { paths } = await documentOf([Bare])

    const responses = Object.values(paths).flatMap((item) =>
      Object.values(item).map((each) => each.responses),
    )
    expect(responses).toEqual([
      { 200: { description: 'OK' } },
      { 200: { description: 'OK' } },
      { 200: { description: 'OK' } },
      { 200: { description: 'OK' } },
      { 200: { description: 'OK' } },
      { 204: { description: 'No content' } },
      { 202: { description: 'Accepted' } },
      { 200: { description: 'OK', content: { 'text/event-stream': {} } } },
      { 200: { description: 'OK', content: { 'text/event-stream': {} } } },
    ])
  })

  test('of redirects and errors have the statuses of their builders, or those that ApiResponse names', async () => {
    const moved = 301

    class Places {
      @Get('/found')
      found(): Reply {
        return RedirectResponse.to('/elsewhere')
      }

      @Get('/moved')
      moved() {
        return RedirectResponse.to('/elsewhere', Moved.Permanently).withHeader('x-a', 'b')
      }

      @Get('/either')
      either(@Query() gone = false): Promise<billing.Item | Reply> {
        if (gone) return Promise.resolve(ErrorResponse.create(410, 'Gone.'))
        throw new Error('nothing')
      }

      @Get('/items')
      async items(@Query() id: int): Promise<billing.Item | Reply> {
        if (id < 0) return ErrorResponse.create(404, 'No such item.')
        return id > 9 ? RedirectResponse.to('/moved', 308) : new billing.Item(id)
      }

      @Get('/choice')
      async choice(@Query() id: int): Promise<Reply> {
        try {
          return id > 9 ? RedirectResponse.to('/a', 303) : RedirectResponse.to('/b', 307)
        } catch {
          return ErrorResponse.create(503, 'Later.')
        }
      }

      @Get('/unknown')
      unknown(@Query() status: int): Reply {
        const later = () => {
          return RedirectResponse.to('/later', 307)
        }
        return status > moved ? later() : RedirectResponse.to('/elsewhere', status)
      }

      @Get('/built')
      built(@Query() id: int): Reply {
        if (id < 0) return Reply.error(404, 'No such item.')
        if (id > 9) return Reply.redirect('/a', { headers: { 'x-id': `${id}` } })
        return Reply.redirect('/b', { status: Moved.Permanently, headers: { 'x-id': `${id}` } })
      }

      @Get('/stated')
      @ApiResponse(303, 'The order.')
      stated(): Reply {
        return this.found()
      }
    }

    const { paths } = await documentOf([Places])
    const statuses = Object.entries(paths).map(([path, item]) => [
      path,
      Object.keys(item['get']?.responses ?? {}).join(' '),
    ])

    expect(Object.fromEntries(statuses)).toEqual({
      '/found': '302',
      '/moved': '301',
      '/either': '200 400 422',
      '/items': '200 308 400 404 422',
      '/choice': '303 307 400 422 503',
      '/unknown': '200 400 422',
      '/built': '301 302 400 404 422',
      '/stated': '303',
    })
    expect(paths['/found']?.['get']?.responses).toEqual({
      302: { description: 'A redirect.' },
    })
    expect(paths['/items']?.['get']?.responses['404']).toEqual({
      description: 'Not found',
      content: json(error),
    })
  })

  test('of data or nothing are both documented', async () => {
    class Maybe {
      @Get('/maybe')
      maybe(): string | undefined {
        return undefined
      }
    }

    const { paths } = await documentOf([Maybe])

    expect(paths['/maybe']?.['get']?.responses).toEqual({
      200: { description: 'OK', content: json({ type: 'string' }) },
      204: { description: 'No content' },
    })
  })

  test('are added by ApiResponse, which has no effect at run time', async () => {
    class Reports {
      @Get('/reports')
      @ApiResponse(404, 'No report.')
      @ApiResponse(503, 'Later.', billing.Item)
      @ApiResponse(200, 'The report.')
      show(): string {
        return 'report'
      }
    }

    const { paths } = await documentOf([Reports])
    const response = await kernelOf([Reports]).fetch(new Request('http://localhost/reports'))

    expect(paths['/reports']?.['get']?.responses).toEqual({
      200: { description: 'The report.', content: json({ type: 'string' }) },
      404: { description: 'No report.', content: json(error) },
      503: { description: 'Later.', content: json(reference('Item')) },
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toBe('report')
  })

  test('include the errors that a route can respond with', () => {
    expect(operation('/orders', 'post').responses).toMatchObject({
      400: failure('BadRequest'),
      409: { description: 'The order was placed before.' },
      413: failure('ContentTooLarge'),
      422: failure('ValidationFailed'),
    })
    // Any string is an id, and there is no body.
    expect(Object.keys(operation('/orders/{id}', 'delete').responses)).toEqual(['204', '400'])
    expect(Object.keys(operation('/trees', 'get').responses)).toEqual(['200'])
    expect(shop.components.responses).toMatchObject({
      BadRequest: {
        content: json({ type: 'object', properties: { error: { type: 'string' } } }),
      },
      ValidationFailed: {
        content: json({
          properties: { errors: { type: 'object' }, more: { type: 'boolean', const: true } },
          required: ['errors'],
        }),
      },
    })
  })

  test('of pages hold the items that the type or PaginatedItem names', async () => {
    class Pages {
      @Get('/typed')
      typed(): Paginator<billing.Item> {
        return new Paginator([], 1, 20, 0)
      }

      @Get('/named')
      @PaginatedItem(() => billing.Item)
      named(@Query() page: int = 1): Promise<Paginator<unknown>> {
        return Promise.resolve(new Paginator([], page, 20, 0))
      }
    }

    const { paths, components } = await documentOf([Pages])
    const response = await kernelOf([Pages], { validateResponses: true }).fetch(
      new Request('http://localhost/named'),
    )

    for (const path of ['/typed', '/named']) {
      expect(paths[path]?.['get']?.responses['200']?.content).toEqual(
        json(reference('PaginatorOfItem')),
      )
    }
    expect(components.schemas['PaginatorOfItem']).toMatchObject({
      properties: {
        data: { type: 'array', items: reference('Item') },
        currentPage: { type: 'integer' },
        perPage: { type: 'integer' },
        total: { type: 'integer' },
        lastPage: { type: 'integer' },
      },
      required: ['data', 'currentPage', 'perPage', 'total', 'lastPage'],
    })
    expect(await response.json()).toEqual({
      data: [],
      currentPage: 1,
      perPage: 20,
      total: 0,
      lastPage: 0,
    })
  })
})

describe('an operation', () => {
  test('is named after its class and method', () => {
    const { operationId, tags } = operation('/orders', 'post')

    expect(operationId).toBe('OrderController_create')
    expect(tags).toEqual(['Order'])
  })

  test('keeps its id when other routes are added and removed', async () => {
    class Reports {
      @Get('/reports')
      @Get('/reports/latest')
      show(): void {}
    }

    const both = await documentOf([billing.ItemController, stock.ItemController, Reports])
    const idsOf = (paths: typeof both.paths) =>
      Object.values(paths).flatMap((item) => Object.values(item).map((each) => each.operationId))

    expect(idsOf(both.paths)).toEqual([
      'packages_core_test_features_openapi_fixtures_billing_item_ItemController_create',
      'ItemController_billed',
      'packages_core_test_features_openapi_fixtures_stock_item_ItemController_create',
      'Reports_show',
      'Reports_show_get_reports_latest',
    ])
    expect(idsOf((await documentOf([Reports])).paths)).toEqual([
      'Reports_show',
      'Reports_show_get_reports_latest',
    ])
  })

  test('has a summary with a noun if the method name is a single verb', async () => {
    class EntryController {
      @Get('/entries') list(): void {}
      @Post('/entries') create(): void {}
      @Get('/entries/{id}') show(id: string): void {
        void id
      }
      @Get('/tally') tally(): void {}
      @Get('/by-name') listByName(): void {}
    }
    class Boxes {
      @Get('/boxes') search(): void {}
      @Delete('/boxes') remove(): void {}
    }
    const { paths } = await documentOf([EntryController, Boxes])
    const summaries = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ summary }) => summary),
    )
    expect(summaries).toEqual([
      'List entries',
      'Create entry',
      'Show entry',
      'Tally',
      'List by name',
      'Search boxes',
      'Remove box',
    ])
  })

  test('is described by its doc comment', () => {
    expect(operation('/orders', 'post')).toMatchObject({
      summary: 'Places an order',
      description: 'The customer gets an e-mail.',
    })
    expect(operation('/orders/{number}/lines', 'put')).toMatchObject({
      summary: 'Replace lines',
      description: 'Deprecated: Use PATCH.',
      deprecated: true,
    })
    expect(shop.tags).toEqual([
      { name: 'Order', description: 'Orders, from the basket to delivery.' },
    ])
    expect(shop.components.schemas['Line']).toMatchObject({
      description: 'One article of an order.',
      properties: { sku: { description: 'The number of the article.', examples: ['A-100'] } },
    })
    expect(shop.components.schemas['CreateOrder']).toMatchObject({
      properties: { website: { deprecated: true } },
    })
  })

  test('has a tag that the document describes', async () => {
    class StockTakes {
      @Get('/takes')
      take(): void {}
    }

    const { tags } = await documentOf([StockTakes, OrderController])

    expect(tags).toEqual([
      { name: 'StockTakes', description: 'Stock takes' },
      { name: 'Order', description: 'Orders, from the basket to delivery.' },
    ])
  })

  test('shows the examples of its doc comment', async () => {
    class Echo {
      /**
       * Answers.
       * @example { "price": 5 }
       */
      @Get('/echo')
      echo(): billing.Item {
        return new billing.Item(5)
      }
    }

    const { paths } = await documentOf([Echo])

    expect(paths['/echo']?.['get']?.responses['200']?.content).toEqual({
      'application/json': {
        schema: reference('Item'),
        examples: { example1: { value: { price: 5 } } },
      },
    })
  })

  test('is not described if it is hidden, but works', async () => {
    @Hidden()
    class Internal {
      @Get('/internal/health')
      health(): string {
        return 'well'
      }
    }

    const { paths } = await documentOf([Internal, OrderController])
    const response = await kernelOf([Internal]).fetch(
      new Request('http://localhost/internal/health'),
    )

    expect(Object.keys(paths)).not.toContain('/internal/health')
    expect(Object.keys(paths)).not.toContain('/internal')
    expect(await response.json()).toBe('well')
  })

  test('describes who may call it', async () => {
    const Protected = attribute(
      class {
        openApi() {
          return { security: [{ bearer: [] }] }
        }
      },
    )

    class Accounts {
      @Get('/account')
      @Protected()
      show(): string {
        return ''
      }
    }

    const { paths } = await documentOf([Accounts])

    expect(paths['/account']?.['get']).toMatchObject({
      security: [{ bearer: [] }],
      responses: { 401: failure('Unauthorized'), 403: failure('Forbidden') },
    })
  })
})

describe('a component', () => {
  test('is referenced by every use of a class', () => {
    const { CreateOrder, OrderReceipt } = shop.components.schemas
    expect(CreateOrder).toMatchObject({
      properties: {
        lines: { items: reference('Line') },
        address: reference('Address'),
        payment: { oneOf: [reference('CardPayment'), reference('InvoicePayment')] },
      },
    })
    expect(OrderReceipt).toMatchObject({
      properties: { lines: { items: reference('Line') }, previous: reference('OrderReceipt') },
    })
  })

  test('is shared by requests and responses unless a response always has properties that a request may omit', () => {
    const { Address, AddressOutput, LineOutput } = shop.components.schemas

    expect(Address).toMatchObject({
      properties: { country: { default: 'DE' } },
      required: ['street', 'postCode'],
    })
    expect(AddressOutput).toMatchObject({ required: ['street', 'postCode', 'country'] })
    expect(LineOutput).toBeUndefined()
  })

  test('has a qualified name if two classes have the same name', async () => {
    const controllers: Class<object>[] = [billing.ItemController, stock.ItemController]

    const { components } = await documentOf(controllers)

    expect(Object.keys(components.schemas)).toEqual([
      'packages.core.test.features.openapi.fixtures.billing.item.Item',
      'packages.core.test.features.openapi.fixtures.stock.item.Item',
    ])
    expect(Object.keys((await documentOf([billing.ItemController])).components.schemas)).toEqual([
      'Item',
    ])
  })
})
