import { Get, type int, Post, Query, Reply } from '@fw/core'
import { expect, test } from 'vitest'
import { served, writtenClient } from '../../tools/client/written-client.ts'
import { documentOf } from './document-of.ts'

export class Item {
  constructor(
    readonly id: int,
    readonly madeAt: Date,
  ) {}
}

export class Gone {
  constructor(
    readonly kind: 'gone',
    readonly since: Date,
  ) {}
}

export class There {
  constructor(
    readonly kind: 'there',
    readonly item: Item,
  ) {}
}

export interface Page<T> {
  readonly data: T[]
  readonly first: T | null
}

export class ItemController {
  @Post('/items', { status: 201 })
  create(): Reply<Item> {
    const headers = { location: '/items/1' }
    return Reply.json(new Item(1, new Date(5)), { status: 201, headers })
  }

  @Get('/pages')
  async page(): Promise<Reply<Page<Item>>> {
    const item = new Item(1, new Date(5))
    return Reply.json({ data: [item], first: item }).withHeader('x-total', '1')
  }

  @Get('/either')
  either(@Query() id: int): Reply<There> | Reply<Gone> {
    if (id > 9) return Reply.error(404, 'There is none.')
    return id === 1
      ? Reply.json(new There('there', new Item(1, new Date(5))))
      : Reply.json(new Gone('gone', new Date(7)))
  }

  @Get('/maybe')
  maybe(): Reply<Item | null> {
    return Reply.json(null)
  }

  @Post('/orders')
  order(@Query() id: int): Reply<Item, 201> | Reply<Gone, 409> {
    return id === 1
      ? Reply.json(new Item(1, new Date(5)), { status: 201 })
      : Reply.json(new Gone('gone', new Date(7)), { status: 409 })
  }

  @Get('/plain')
  plain(): Reply {
    return Reply.text('plain')
  }
}

test('the data type of a reply is documented', async () => {
  const { paths } = await documentOf([ItemController])
  const schemaOf = (path: string, method: string, status: number) =>
    paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema
  expect(schemaOf('/items', 'post', 201)).toEqual({ $ref: '#/components/schemas/Item' })
  expect(schemaOf('/pages', 'get', 200)).toEqual({ $ref: '#/components/schemas/PageOfItem' })
  expect(schemaOf('/either', 'get', 200)).toMatchObject({
    discriminator: { propertyName: 'kind' },
  })
  expect(schemaOf('/maybe', 'get', 200)).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Item' }, { type: 'null' }],
  })
  expect(schemaOf('/plain', 'get', 200)).toBeUndefined()
  expect(Object.keys(paths['/orders']?.['post']?.responses ?? {})).toEqual([
    '201',
    '400',
    '409',
    '422',
  ])
  expect(schemaOf('/orders', 'post', 201)).toEqual({ $ref: '#/components/schemas/Item' })
  expect(schemaOf('/orders', 'post', 409)).toEqual({ $ref: '#/components/schemas/Gone' })
})

test('a client reads the data of a reply', async () => {
  const program = `
    import type { Client, There } from './client/index.js'
    export async function use({ item }: Client): Promise<Date | undefined> {
      const { madeAt } = await item.create()
      const found = await item.either({ id: 1 })
      const there: There | undefined = found.kind === 'there' ? found : undefined
      const { first } = await item.page()
      const plain: Response = await item.plain()
      const ordered = await item.order.safe({ id: 1 })
      if (ordered.kind === 'error' && ordered.status === 409) return new Date(ordered.body.since)
      if (ordered.kind === 'ok') return ordered.data.madeAt
      return there?.item.madeAt ?? first?.madeAt ?? (plain.ok ? madeAt : undefined)
    }`
  const client = await writtenClient([ItemController], { 'main.ts': program })
  expect(await client.compile()).toBe('')
  const { createClient } = await client.load()
  const { item } = createClient({ baseUrl: await served([ItemController]) })
  const made = { id: 1, madeAt: new Date(5) }
  const created = await item.create.safe()
  expect(created).toMatchObject({ kind: 'ok', status: 201, data: made })
  expect(created.headers.get('location')).toBe('/items/1')
  expect(await item.page()).toEqual({ data: [made], first: made })
  expect(await item.either({ id: 1 })).toEqual({ kind: 'there', item: made })
  expect(await item.either({ id: 2 })).toEqual({ kind: 'gone', since: new Date(7) })
  expect(await item.either.safe({ id: 10 })).toMatchObject({ kind: 'error', status: 404 })
  expect(await item.maybe()).toBeNull()
  expect(await item.order.safe({ id: 1 })).toMatchObject({ status: 201, data: made })
  expect(await item.order.safe({ id: 2 })).toMatchObject({ kind: 'error', body: { kind: 'gone' } })
})

export class Stock {
  @Get('/counts')
  counts(): Reply<Map<string, Set<int>>> {
    return Reply.json(new Map([['a', new Set([1])]]))
  }

  @Get('/name')
  name(): Reply<Pick<Gone, 'kind'>> {
    return Reply.json(new Gone('gone', new Date(0)))
  }

  @Get('/undeclared')
  undeclared(): Reply {
    return Reply.json(new Gone('gone', new Date(0)))
  }
}

test('the data of a reply is sent according to its type', async () => {
  const { createClient } = await (await writtenClient([Stock])).load()
  const { stock } = createClient({ baseUrl: await served([Stock], { validateResponses: true }) })
  expect(await stock.counts()).toEqual(new Map([['a', new Set([1])]]))
  expect(await stock.name()).toEqual({ kind: 'gone' })
  expect(await (await stock.undeclared()).json()).toEqual({
    kind: 'gone',
    since: new Date(0).toJSON(),
  })
})

test('a reply keeps its data when its status or headers change', async () => {
  class Changed {
    @Get('/map')
    map(): Reply<Map<string, int>> {
      const reply = Reply.json(new Map([['a', 1]]))
      return reply.withHeader('x-a', '1').withStatus(203).vary('x-b').withError(undefined)
    }

    @Get('/body')
    body(): Reply<Map<string, int>> {
      return Reply.json(new Map([['a', 1]])).withBody('"other"') as Reply<Map<string, int>>
    }
  }
  const url = await served([Changed])
  const response = await fetch(`${url}/map`)
  expect([response.status, response.headers.get('x-a'), await response.json()]).toEqual([
    203,
    '1',
    { a: 1 },
  ])
  expect(await (await fetch(`${url}/body`)).json()).toBe('other')
})
