import {
  Body,
  Check,
  Container,
  Get,
  Hydrator,
  InvalidCheck,
  JsonLogger,
  Kernel,
  Logger,
  McpTool,
  MinLength,
  Post,
  Provides,
  Query,
  Reply,
  Router,
  standardSchema,
  UnresolvableDependency,
  Use,
  ValidationFailed,
  type Class,
  type HttpRequest,
  type int,
  type Middleware,
  type Next,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { serverOf } from '../../features/mcp/serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'

class Accounts {
  readonly taken = new Set(['ada@b.de'])

  async has(email: string): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return this.taken.has(email)
  }
}

/** The calls, in order. */
const ran: string[] = []

class Period {
  constructor(
    readonly from: int,
    readonly to: int,
  ) {}

  @Check('to')
  endsLater(): string | null {
    ran.push(`period ${this.from}`)
    return this.to > this.from ? null : 'must be after from.'
  }
}

class Guest {
  constructor(readonly email: string) {}

  @Check('email')
  async isNew(accounts: Accounts): Promise<string | null> {
    ran.push(`guest ${this.email}`)
    return (await accounts.has(this.email)) ? 'is taken.' : null
  }
}

class Booking {
  constructor(
    @MinLength(2) readonly room: string,
    readonly period: Period,
    readonly guests: readonly Guest[] = [],
    readonly extras: Map<string, Period> | null = null,
  ) {}

  @Check()
  isSmall(): string | null {
    ran.push('booking')
    return this.guests.length > 2 ? 'is for two guests at most.' : null
  }
}

class Bookings {
  @Post('/bookings')
  add(@Body() booking: Booking): string {
    return booking instanceof Booking ? 'booked' : 'raw'
  }

  @Post('/lists')
  addAll(@Body() bookings: Booking[], @Query() period: Period): int {
    return bookings.length + period.from
  }

  @Get('/periods')
  show(@Query() period: Period): Period {
    return period
  }

  @McpTool('book', 'Books a room.')
  book(booking: Booking): string {
    return booking.room
  }
}

const kernel = kernelOf(Bookings)

function kernelOf(controller: Class): Kernel {
  const container = new Container().instance(Logger, new JsonLogger({ level: 'silent' }))
  return new Kernel(container.boot(), new Router().register(controller))
}

async function ask(kernel: Kernel, path: string, body?: unknown, headers = {}) {
  const init = { ...(body !== undefined && { method: 'POST', body: textOf(body) }), headers }
  const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
  return [response.status, await response.json()]
}

function textOf(body: unknown): BodyInit {
  return body instanceof URLSearchParams ? body : JSON.stringify(body)
}

const valid = { room: 'A1', period: { from: 1, to: 2 }, guests: [{ email: 'eve@b.de' }] }
const refused = {
  room: 'A1',
  period: { from: 2, to: 1 },
  guests: [{ email: 'eve@b.de' }, { email: 'ada@b.de' }, { email: 'x' }],
  extras: { spa: { from: 3, to: 3 } },
}
const messages = {
  'period.to': ['must be after from.'],
  'guests.1.email': ['is taken.'],
  'extras.spa.to': ['must be after from.'],
  booking: ['is for two guests at most.'],
}

test('a check takes services as parameters and may be asynchronous', async () => {
  expect(await ask(kernel, '/bookings', valid)).toEqual([200, 'booked'])
})

test('checks are reported together, under their field or object', async () => {
  ran.length = 0
  expect(await ask(kernel, '/bookings', refused)).toEqual([422, { errors: messages }])
  expect(ran).toEqual([
    'period 2',
    'guest eve@b.de',
    'guest ada@b.de',
    'guest x',
    'period 3',
    'booking',
  ])
})

test('no check runs before all fields are valid', async () => {
  ran.length = 0
  const wrong = { ...refused, room: 'A' }
  const errors = { room: ['must be at least 2 characters.'] }
  expect(await ask(kernel, '/bookings', wrong)).toEqual([422, { errors }])
  expect(await ask(kernel, '/lists?from=x&to=1', [refused])).toEqual([
    422,
    { errors: { from: ['must be an integer.'] } },
  ])
  expect(ran).toEqual([])
})

test('forms and queries are checked like JSON', async () => {
  const form = new URLSearchParams({ room: 'A1', 'period[from]': '2', 'period[to]': '1' })
  expect(await ask(kernel, '/bookings', form)).toEqual([
    422,
    { errors: { 'period.to': ['must be after from.'] } },
  ])
  expect(await ask(kernel, '/periods?from=2&to=1')).toEqual([
    422,
    { errors: { to: ['must be after from.'] } },
  ])
  expect(await ask(kernel, '/periods?from=1&to=2')).toEqual([200, { from: 1, to: 2 }])
})

test('several parameters are reported together, each under its own keys', async () => {
  const bookings = [valid, { ...valid, guests: [{}, {}, {}].map(() => ({ email: 'y' })) }]
  expect(await ask(kernel, '/lists?from=2&to=1', bookings)).toEqual([
    422,
    { errors: { '1': ['is for two guests at most.'], to: ['must be after from.'] } },
  ])
})

test('the arguments of a tool are checked', async () => {
  const agent = new McpTestClient(serverOf([Bookings]))
  expect(await agent.callTool('book', { booking: valid })).toMatchObject({
    content: [{ text: 'A1' }],
  })
  const failed = await agent.callTool('book', { booking: refused })
  expect(failed).toMatchObject({ isError: true })
  const { booking, ...others } = messages
  const inner = Object.entries(others).map(([key, told]) => [`booking.${key}`, told])
  const errors = { ...Object.fromEntries(inner), booking }
  expect(JSON.parse(failed.content[0]?.['text'] as string)).toEqual({ errors })
})

test('hydrate runs checks without parameters, and throws for others', async () => {
  const hydrator = new Hydrator()
  expect(hydrator.hydrate(Period, { from: 1, to: 2 })).toEqual(new Period(1, 2))
  expect(errorsOf(() => hydrator.hydrate(Period, { from: 2, to: 1 }))).toEqual({
    to: ['must be after from.'],
  })
  expect(() => hydrator.hydrate(Booking, valid)).toThrow(
    'Guest.isNew needs services. Use await new Hydrator(container).hydrateAsync(…).',
  )
  expect(() => hydrator.hydrate(Slow, { wait: true })).toThrow(
    'Slow.waits is asynchronous, but hydrate',
  )
  expect(() => hydrator.hydrate(Hidden, { wait: true })).toThrow(
    'Hidden.waits is asynchronous, but hydrate',
  )
  await expect(hydrator.hydrateAsync(Guest, { email: 'x' })).rejects.toThrow(
    'Guest.isNew needs services. Give the Hydrator a container: new Hydrator(container).',
  )
  expect(hydrator.hydrate(Booking, refused, { checks: false })).toBeInstanceOf(Booking)
})

class Slow {
  constructor(readonly wait: boolean) {}

  @Check()
  async waits(): Promise<string | null> {
    return this.wait ? 'is slow.' : null
  }
}

class Hidden extends Slow {
  @Check()
  override waits() {
    return Promise.reject(new Error('Nobody waits for me.'))
  }
}

test('hydrateAsync runs all checks', async () => {
  const hydrator = new Hydrator(new Container().boot())
  hydrator.prepare(Booking)
  expect(await hydrator.hydrateAsync(Booking, valid)).toBeInstanceOf(Booking)
  const { booking, ...others } = messages
  await expect(hydrator.hydrateAsync(Booking, refused)).rejects.toMatchObject({
    errors: { ...others, Booking: booking },
  })
  await expect(hydrator.hydrateAsync(Booking, 5)).rejects.toMatchObject({
    errors: { Booking: ['must be an object.'] },
  })
  await expect(hydrator.hydrateAsync(Slow, { wait: true })).rejects.toMatchObject({
    errors: { Slow: ['is slow.'] },
  })
})

test('a Standard Schema of a class runs its checks', async () => {
  const { validate } = standardSchema(Period)['~standard']
  expect(validate({ from: 2, to: 1 })).toEqual({
    issues: [{ path: ['to'], message: 'must be after from.' }],
  })
  const slow = standardSchema(Slow)['~standard'].validate({ wait: true })
  expect(await slow).toEqual({ issues: [{ path: [], message: 'is slow.' }] })
  expect(() => standardSchema(Guest)['~standard'].validate({ email: 'x' })).toThrow(
    'Guest.isNew needs services.',
  )
})

class Caller {
  constructor(readonly name: string) {}
}

@Provides(Caller)
class WithCaller implements Middleware {
  handle(request: HttpRequest, next: Next) {
    request.provide(Caller, new Caller(request.header('x-name') ?? 'nobody'))
    return next()
  }
}

let units = 0

class Unit {
  readonly number = (units += 1)

  constructor(readonly caller: Caller) {}
}

class Transfer {
  constructor(readonly amount: int) {}

  @Check('amount')
  isAllowed(unit: Unit, caller: Caller): string | null {
    ran.push(`unit ${unit.number}`)
    return unit.caller === caller && caller.name === 'ada' ? null : `is not for ${caller.name}.`
  }
}

@Use(WithCaller)
class Transfers {
  constructor(private readonly unit: Unit) {}

  @Post('/transfers')
  add(@Body() transfer: Transfer): string {
    ran.push(`unit ${this.unit.number}`)
    return `${transfer.amount} by ${this.unit.caller.name}`
  }
}

@Use(WithCaller)
class PlainTransfers {
  @Post('/transfers')
  add(@Body() transfer: Transfer): int {
    return transfer.amount
  }
}

test('a check can take values that middleware provides, and shares the services of the request', async () => {
  ran.length = 0
  const transfers = kernelOf(Transfers)
  expect(await ask(transfers, '/transfers', { amount: 1 }, { 'x-name': 'ada' })).toEqual([
    200,
    '1 by ada',
  ])
  expect(new Set(ran).size).toBe(1)
  expect(await ask(transfers, '/transfers', { amount: 1 })).toEqual([
    422,
    { errors: { amount: ['is not for nobody.'] } },
  ])
  const plain = kernelOf(PlainTransfers)
  expect(await ask(plain, '/transfers', { amount: 1 }, { 'x-name': 'ada' })).toEqual([200, 1])
})

test('a value that is not provided for a check is an error at boot', () => {
  class Unprovided {
    @Post('/transfers')
    add(@Body() transfer: Transfer): int {
      return transfer.amount
    }
  }
  expect(() => kernelOf(Unprovided)).toThrow(
    'The check Transfer.isAllowed takes Caller, which no middleware before it provides.',
  )
})

abstract class Missing {}

class Unsupplied {
  constructor(readonly value: int) {}

  @Check()
  asks(missing: Missing): string | null {
    return String(missing)
  }
}

test('a service that cannot be created is an error at boot', () => {
  class Unsupplying {
    @Post('/')
    add(@Body() data: Unsupplied): int {
      return data.value
    }

    @McpTool('add', 'Adds.')
    tool(data: Unsupplied): int {
      return data.value
    }
  }
  expect(() => kernelOf(Unsupplying)).toThrow(UnresolvableDependency)
  expect(() => serverOf([Unsupplying])).toThrow('the arguments of Unsupplied.asks')
  expect(() => new Hydrator(new Container()).prepare(Unsupplied)).toThrow(UnresolvableDependency)
})

class Node {
  constructor(
    readonly name: string,
    readonly children: Node[] = [],
  ) {}

  @Check('name')
  isNamed(): string | null {
    return this.name === this.children[0]?.name ? 'is that of its child.' : null
  }
}

class Card {
  readonly kind: 'card'

  constructor(
    kind: 'card',
    readonly number: string,
  ) {
    this.kind = kind
  }

  @Check('number')
  isKnown(): string | null {
    return this.number === '1' ? null : 'is not known.'
  }
}

class Cash {
  constructor(readonly kind: 'cash') {}
}

type Payments = Card | Cash | Payments[]

class Forms {
  readonly #inner: Period

  constructor(
    inner: Period,
    readonly node: Node | null = null,
    readonly payments: Payments | null = null,
    readonly part: Partial<Booking> | null = null,
    readonly pair: [int, Period] | null = null,
  ) {
    this.#inner = inner
  }

  get inner(): Period {
    return this.#inner
  }
}

test('checks run at any depth', async () => {
  const period = { from: 2, to: 1 }
  const later = ['must be after from.']
  const hydrator = new Hydrator(new Container().boot())
  const node = { name: 'a', children: [{ name: 'b', children: [{ name: 'b' }] }] }
  const payments = [{ kind: 'cash' }, [{ kind: 'card', number: '2' }]]
  const data = { inner: period, node, payments, part: { period }, pair: [1, period] }
  await expect(hydrator.hydrateAsync(Forms, data)).rejects.toMatchObject({
    errors: {
      'inner.to': later,
      'node.children.0.name': ['is that of its child.'],
      'payments.1.0.number': ['is not known.'],
      'part.period.to': later,
      'pair.1.to': later,
    },
  })
})

class Many {
  constructor(readonly periods: Period[]) {}
}

test('checking ends after 100 failures', () => {
  ran.length = 0
  const periods = Array.from({ length: 100_000 }, (_, index) => ({ from: index, to: 0 }))
  let thrown: unknown
  try {
    new Hydrator().hydrate(Many, { periods })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ more: true })
  expect(Object.keys((thrown as ValidationFailed).errors)).toHaveLength(100)
  expect(ran).toHaveLength(101)
})

class Wrong {
  constructor(readonly value: int) {}

  @Check()
  says(): unknown {
    return this.value > 1
  }
}

test('a check that does not return a string or null fails the request', async () => {
  class Wrongs {
    @Post('/')
    add(@Body() wrong: Wrong): int {
      return wrong.value
    }
  }
  expect(() => new Hydrator().hydrate(Wrong, { value: 1 })).toThrow(
    'Wrong.says returned type boolean. Return a message or null.',
  )
  expect(await ask(kernelOf(Wrongs), '/', { value: 1 })).toEqual([
    500,
    { error: 'Internal server error.' },
  ])
})

test('a check that throws fails the request', async () => {
  class Throwing {
    constructor(readonly value: int) {}

    @Check()
    async fails(): Promise<string | null> {
      throw new Error('secret')
    }
  }
  class Throwings {
    @Post('/')
    add(@Body() data: Throwing): int {
      return data.value
    }
  }
  expect(await ask(kernelOf(Throwings), '/', { value: 1 })).toEqual([
    500,
    { error: 'Internal server error.' },
  ])
})

test('a route with synchronous checks stays synchronous', () => {
  class Periods {
    @Get('/periods')
    show(@Query() period: Period): int {
      return period.from
    }
  }
  const request = { method: 'GET', path: '/periods', query: 'from=1&to=2' } as HttpRequest
  const answer = kernelOf(Periods).handle(request)
  expect(answer).toBeInstanceOf(Reply)
})

class Inherits extends Period {
  @Check('from')
  startsLate(): string | null {
    return this.from < 5 ? 'is too early.' : null
  }
}

test('the checks of a parent class run too', () => {
  expect(errorsOf(() => new Hydrator().hydrate(Inherits, { from: 2, to: 1 }))).toEqual({
    from: ['is too early.'],
    to: ['must be after from.'],
  })
})

test('a check with an invalid declaration is an error at boot', () => {
  class Static {
    @Check()
    static says(): string | null {
      return null
    }
  }
  class Elsewhere {
    constructor(readonly value: int) {}

    @Check('vlaue')
    says(): string | null {
      return null
    }
  }
  class Judging {
    constructor(readonly value: int) {}

    @Check()
    says(): boolean {
      return this.value > 1
    }
  }
  class OnField {
    constructor(@Check() readonly value: int) {}
  }
  class OnGetter {
    constructor(readonly value: int) {}

    @Check()
    get says(): string | null {
      return null
    }
  }
  const refusals: [Class, string][] = [
    [Static, 'static methods are not called. Remove "static".'],
    [
      Elsewhere,
      'there is no field "vlaue" to report under. Use the name of a constructor parameter.',
    ],
    [
      Judging,
      'a check returns a message or null, but this one returns boolean. Declare string | null.',
    ],
    [OnField, 'OnField: @Check must be on a method of a class. Move it to one.'],
    [OnGetter, 'it is a property, not a method. Write it as a method.'],
  ]
  for (const [type, message] of refusals) {
    expect(() => new Hydrator().prepare(type)).toThrow(message)
    expect(() => new Hydrator().prepare(type)).toThrow(InvalidCheck)
  }
})

test('a check may return one of several messages', () => {
  class Choosing {
    constructor(readonly value: int) {}

    @Check('value')
    says(): 'is too small.' | 'is too large.' | null {
      if (this.value < 0) return 'is too small.'
      return this.value > 9 ? 'is too large.' : null
    }
  }
  expect(errorsOf(() => new Hydrator().hydrate(Choosing, { value: 10 }))).toEqual({
    value: ['is too large.'],
  })
  class Numbering {
    constructor(readonly value: int) {}

    @Check()
    says(): 1 | 2 | null {
      return null
    }
  }
  expect(() => new Hydrator().prepare(Numbering)).toThrow('a check returns a message or null')
})

test('the description of an operation lists the checks', async () => {
  const { paths, components } = await documentOf([Bookings])
  expect(paths['/bookings']?.['post']).toMatchObject({
    description: 'Also checked by Booking.isSmall, Period.endsLater, Guest.isNew',
  })
  expect(JSON.stringify(components)).not.toContain('endsLater')
})

test('the description of a tool lists the checks', async () => {
  const [tool] = await new McpTestClient(serverOf([Bookings])).listTools()
  expect(tool).toMatchObject({
    description: 'Books a room.\n\nAlso checked by Booking.isSmall, Period.endsLater, Guest.isNew',
  })
})

test('checks run over a network connection', async () => {
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  try {
    const body = JSON.stringify(refused)
    const response = await fetch(`http://127.0.0.1:${port}/bookings`, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([422, { errors: messages }])
  } finally {
    await close()
  }
})

function errorsOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors
    throw error
  }
  return undefined
}
