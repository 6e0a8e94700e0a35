import {
  Body,
  Container,
  Get,
  Hydrator,
  JsonLogger,
  Kernel,
  Logger,
  McpResource,
  McpTool,
  MinLength,
  Post,
  Query,
  Router,
  standardSchema,
  type int,
  type ValidationFailed,
} from '@fw/core'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serverOf } from '../../features/mcp/serving.ts'

const orderSchema = z.object({
  sku: z.string().min(3, 'is too short.'),
  count: z.coerce.number().default(1),
  lines: z.array(z.object({ at: z.iso.datetime() })).optional(),
})
const shapes = { name: z.string().trim().min(1, 'is empty.') }
const optional = z.string().optional()
const eventually = z.string().refine(async () => true)
const foreign = { '~standard': { version: 1, vendor: 'own', validate: readEven } }

let validated = 0
const counting = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value: unknown) => {
      validated += 1
      return readEven(value)
    },
  },
}

function readEven(value: unknown) {
  return Number(value) % 2 === 0
    ? { value: Number(value) }
    : { issues: [{ message: 'must be even.', path: [{ key: 'a' }, 'b'] }] }
}

namespace own {
  export type infer<T> = T extends object ? number : never
}

class Holder {
  constructor(
    readonly order: z.infer<typeof orderSchema>,
    readonly name: z.output<typeof shapes.name>,
    readonly even: own.infer<typeof foreign> | null,
    readonly list: z.infer<typeof orderSchema>[] = [],
    readonly hint?: z.infer<typeof optional>,
  ) {}
}

const hydrator = new Hydrator()

test('a schema checks and converts the value', () => {
  const held = hydrator.hydrate(Holder, {
    order: { sku: 'abc', count: '7', other: 1 },
    name: ' Ann ',
    even: '4',
  })
  expect(held).toEqual(new Holder({ sku: 'abc', count: 7 }, 'Ann', 4))
})

test('paths of issues become keys, and messages are kept', () => {
  const data = { order: { sku: 'a', lines: [{ at: 'x' }] }, name: ' ', even: 3, list: [5] }
  const failed = () => hydrator.hydrate(Holder, data)
  expect(failed).toThrow(
    expect.objectContaining({
      errors: {
        'order.sku': ['is too short.'],
        'order.lines.0.at': ['Invalid ISO datetime'],
        name: ['is empty.'],
        'even.a.b': ['must be even.'],
        'list.0': ['Invalid input: expected object, received number'],
      },
    }) as ValidationFailed,
  )
  expect(() => hydrator.hydrate(Holder, { even: null })).toThrow(
    expect.objectContaining({
      errors: { order: ['is required.'], name: ['is required.'] },
    }) as ValidationFailed,
  )
})

const inferring = { ...foreign, infer: 0 as unknown }

class ByValue {
  constructor(readonly even: typeof inferring.infer) {}
}

test('typeof schema.infer is the type of the schema', () => {
  expect(hydrator.hydrate(ByValue, { even: '6' })).toEqual(new ByValue(6))
  expect(() => hydrator.hydrate(ByValue, { even: 5 })).toThrow('even.a.b must be even.')
})

class NoSchema {
  constructor(readonly value: z.infer<typeof shapes>) {}
}

class Asynchronous {
  constructor(readonly value: z.infer<typeof eventually>) {}
}

test('an invalid or asynchronous schema is an error at boot', () => {
  expect(() => hydrator.prepare(NoSchema)).toThrow(
    'the value of "z.infer<typeof shapes>" is not a Standard Schema. Use a schema that has "~standard"',
  )
  expect(() => hydrator.hydrate(Asynchronous, { value: 'a' })).toThrow(
    'The schema of "z.infer<typeof eventually>" validates asynchronously, but this data needs a synchronous schema.',
  )
})

const taken = z
  .object({ name: z.string(), when: z.coerce.date() })
  .refine(async ({ name }) => name !== 'Ann', { path: ['name'], error: 'is taken.' })

const free = z.string().refine(async (name) => name !== 'Ann', 'is taken.')

class Reservation {
  constructor(
    readonly people: z.infer<typeof taken>[],
    readonly count: number,
  ) {
    if (!people.every(({ when }) => when instanceof Date)) throw new TypeError('built too early')
  }
}

class Reservations {
  @Post('/reservations')
  create(@Body() body: Reservation): Reservation {
    return body
  }

  @Post('/one')
  one(@Body() body: z.infer<typeof taken>): { name: string } {
    return { name: body.name }
  }

  @McpTool('reserve', 'Reserves.')
  reserve(body: z.infer<typeof taken>): { name: string } {
    return { name: body.name }
  }

  @McpResource('app://names/{name}', 'name', 'A name.')
  read(name: z.infer<typeof free>): string {
    return name
  }
}

test('a schema may validate asynchronously in a body, tool, resource and hydrateAsync', async () => {
  const kernel = new Kernel(new Container().boot(), new Router().register(Reservations))
  const ask = async (path: string, data: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(data) }
    const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
    return [response.status, await response.json()]
  }
  const when = '2026-01-01T00:00:00.000Z'
  const person = (name: string) => ({ name, when })
  expect(await ask('/one', person('Bob'))).toEqual([200, { name: 'Bob' }])
  expect(await ask('/one', person('Ann'))).toEqual([422, { errors: { name: ['is taken.'] } }])
  expect(await ask('/one', { name: 5, when })).toMatchObject([
    422,
    { errors: { name: [expect.any(String)] } },
  ])
  expect(await ask('/reservations', { people: [person('Bob'), person('Eve')], count: 2 })).toEqual([
    200,
    { people: [person('Bob'), person('Eve')], count: 2 },
  ])
  expect(
    await ask('/reservations', { people: [person('Bob'), person('Ann')], count: 'x' }),
  ).toEqual([422, { errors: { 'people.1.name': ['is taken.'], count: ['must be a number.'] } }])
  const client = new McpTestClient(serverOf([Reservations]))
  expect(await client.callTool('reserve', { body: person('Bob') })).toMatchObject({
    isError: false,
  })
  expect((await client.callTool('reserve', { body: person('Ann') })).isError).toBe(true)
  expect(await client.readResource('app://names/Bob')).toMatchObject([{ text: 'Bob' }])
  await expect(client.readResource('app://names/Ann')).rejects.toMatchObject({
    data: { errors: { name: ['is taken.'] } },
  })
  const built = await hydrator.hydrateAsync(Reservation, { people: [person('Bob')], count: 1 })
  expect(built).toBeInstanceOf(Reservation)
})

const dated = z.object({ at: z.coerce.date() })

class Dated {
  @Post('/dated')
  create(@Body() body: z.infer<typeof dated>): z.infer<typeof dated> {
    return body
  }
}

test('a schema without a JSON Schema is published as any value, with a warning', async () => {
  const lines: string[] = []
  const logger = new JsonLogger({ write: (line) => lines.push(line) })
  const container = new Container().instance(Logger, logger).boot()
  const kernel = new Kernel(container, new Router().register(Dated))
  await expect
    .poll(() => lines.join(''))
    .toContain('z.infer<typeof dated> cannot be converted to JSON Schema, so OpenAPI and MCP')
  const init = { method: 'POST', body: '{"at":"2026-01-31"}' }
  const response = await kernel.fetch(new Request('http://localhost/dated', init))
  expect(await response.json()).toEqual({ at: '2026-01-31T00:00:00.000Z' })
})

const filter = z.object({ q: z.string(), limit: z.coerce.number().max(9) })

class Search {
  @Post('/orders')
  create(@Body() body: z.infer<typeof orderSchema>): z.infer<typeof orderSchema> {
    return body
  }

  @Get('/search')
  search(@Query() filter: z.infer<typeof filterSchema>) {
    return filter
  }
}

const filterSchema = filter

test('a schema may be a whole body, and a whole query', async () => {
  const kernel = new Kernel(new Container().boot(), new Router().register(Search))
  const ask = async (path: string, body?: string) => {
    const init = body === undefined ? {} : { method: 'POST', body }
    const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
    return [response.status, await response.json()]
  }
  expect(await ask('/orders', '{"sku":"abc"}')).toEqual([200, { sku: 'abc', count: 1 }])
  expect(await ask('/orders', '{"sku":"a"}')).toEqual([422, { errors: { sku: ['is too short.'] } }])
  expect(await ask('/orders', '[]')).toEqual([
    422,
    { errors: { body: ['Invalid input: expected object, received array'] } },
  ])
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  expect(await ask('/orders', deep)).toEqual([422, { errors: { body: ['is nested too deeply.'] } }])
  expect(await ask('/search?q=a&limit=3')).toEqual([200, { q: 'a', limit: 3 }])
  expect((await ask('/search?limit=10'))[0]).toBe(422)
})

class Line {
  constructor(
    @MinLength(2) readonly sku: string,
    readonly count: int = 1,
    readonly next: Line | null = null,
  ) {}
}

test('a schema validates no further values after 100 failures', () => {
  validated = 0
  class Numbers {
    constructor(readonly all: own.infer<typeof counting>[]) {}
  }
  const all = Array.from({ length: 10_000 }, () => 1)
  const read = () => new Hydrator().hydrate(Numbers, { all })
  expect(read).toThrow(expect.objectContaining({ more: true }))
  expect(validated).toBeLessThan(110)
})

test('a class is a Standard Schema', () => {
  const schema = standardSchema(Line)['~standard']
  expect(schema.validate({ sku: 'ab' })).toEqual({ value: new Line('ab') })
  expect(schema.validate({ sku: 'a', next: { sku: 1 } })).toEqual({
    issues: [
      { path: ['sku'], message: 'must be at least 2 characters.' },
      { path: ['next', 'sku'], message: 'must be a string.' },
    ],
  })
  expect(schema.validate(7)).toEqual({ issues: [{ message: 'must be an object.' }] })
  expect(schema.jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: '#/$defs/Line',
    $defs: { Line: { required: ['sku'] } },
  })
  expect(() => schema.jsonSchema.output({ target: 'draft-07' })).toThrow('draft-2020-12')
})
