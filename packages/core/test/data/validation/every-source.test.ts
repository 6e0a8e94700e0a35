import {
  Body,
  Command,
  Container,
  Email,
  Get,
  Kernel,
  McpTool,
  MinLength,
  Option,
  Post,
  Query,
  Router,
  scalar,
  type int,
} from '@fw/core'
import { CommandRegistry, CommandRunner } from '@fw/core/console'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serverOf } from '../../features/mcp/serving.ts'

class Decimal {
  readonly #digits: string

  constructor(digits: string) {
    if (digits.length > 9) throw new RangeError('has too many digits.')
    this.#digits = digits
  }

  toFixed(): string {
    return this.#digits
  }
}

export const decimal = scalar(Decimal, {
  wire: 'string',
  pattern: /^-?\d+(\.\d+)?$/,
  message: 'must be a decimal number.',
  from: (text) => new Decimal(text),
  to: (value) => value.toFixed(),
})

class Person {
  constructor(
    @MinLength(2) readonly id: string,
    @Email() readonly email: string,
    readonly note = 'none',
  ) {}
}

const millimetres = z.string().regex(/^\d+mm$/, 'must be in mm.')
type Nested = string | Nested[]

class Everything {
  constructor(
    readonly id: Person['id'],
    readonly key: keyof Person,
    readonly brand: int & { readonly __brand: 'count' },
    readonly code: `A-${int}`,
    readonly tags: Set<string>,
    readonly days: Temporal.PlainDate[],
    readonly at: Temporal.Instant,
    readonly link: URL,
    readonly bytes: Uint8Array,
    readonly price: Decimal,
    readonly size: z.infer<typeof millimetres>,
    readonly patch?: Partial<Person>,
    readonly scores?: Map<int, Decimal>,
    readonly nested?: Nested,
  ) {}
}

const words = {
  id: 'ab',
  key: 'email',
  code: 'A-7',
  at: '2026-01-01T00:00:00Z',
  link: 'http://a.b/',
  bytes: 'AQI=',
  price: '12.50',
  size: '5mm',
}
const text = { ...words, brand: '3' }
const lists = { tags: ['x', 'y'], days: ['2026-01-31'] }
const json = {
  ...words,
  ...lists,
  brand: 3,
  patch: { email: 'a@b.de' },
  scores: { 1: '0.5' },
  nested: ['a', ['b']],
}
const wrong = {
  ...json,
  id: 'a',
  key: 'none',
  brand: 1.5,
  code: 'A-x',
  tags: ['x', 'x'],
  days: ['2026-02-30'],
  price: '1234567890',
  size: '5cm',
  patch: { email: 'x' },
  scores: { 1: 'x' },
}
const refused = {
  id: ['must be at least 2 characters.'],
  key: ['must be one of: id, email, note.'],
  brand: ['must be an integer.'],
  code: ['must match the pattern ^A-[+-]?[0-9]+$.'],
  tags: ['must not repeat elements.'],
  'days.0': ['must be a date.'],
  price: ['has too many digits.'],
  size: ['must be in mm.'],
  'patch.email': ['must be a valid email address.'],
  'scores.1': ['must be a decimal number.'],
}

class Sources {
  static readonly ran: unknown[] = []

  @Post('/body')
  body(@Body() body: Everything): Everything {
    return body
  }

  @Get('/query')
  query(@Query() query: Everything): Everything {
    return query
  }

  @Get('/path/{day}/{code}')
  path(day: Temporal.PlainDate, code: `A-${int}`, @Query() tags: Set<'a' | 'b'>): unknown[] {
    return [day, code, [...tags]]
  }

  @McpTool('everything', 'Takes everything.')
  tool(everything: Everything): Everything {
    return everything
  }

  @Command('everything')
  command(
    day: Temporal.PlainDate,
    price: Decimal,
    @Option() code: `A-${int}`,
    @Option() id: Person['id'],
    @Option() link: URL,
    @Option() tags: Set<string>,
    @Option() size: z.infer<typeof millimetres>,
  ) {
    Sources.ran.push(day.toString(), price.toFixed(), code, id, link.href, [...tags], size)
  }
}

const kernel = new Kernel(new Container().boot(), new Router().register(Sources), {
  validateResponses: true,
})

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
  return await response.json()
}

function append<T extends { append(name: string, value: string): void }>(to: T): T {
  for (const [name, value] of Object.entries(text)) to.append(name, value)
  for (const [name, values] of Object.entries(lists)) {
    for (const value of values) to.append(name, value)
  }
  to.append('patch[email]', 'a@b.de')
  to.append('scores[1]', '0.5')
  to.append('nested', 'a')
  return to
}

const ofText = { ...json, nested: 'a' }

test('JSON', async () => {
  expect(await ask('/body', { method: 'POST', body: JSON.stringify(json) })).toEqual(json)
  const answer = await ask('/body', { method: 'POST', body: JSON.stringify(wrong) })
  expect(answer).toEqual({ errors: refused })
})

test('a query', async () => {
  expect(await ask(`/query?${append(new URLSearchParams()).toString()}`)).toEqual(ofText)
  expect(await ask('/path/2026-01-31/A-7?tags=b&tags=a')).toEqual(['2026-01-31', 'A-7', ['b', 'a']])
  expect(await ask('/path/2026-02-30/A-7?tags=b&tags=b')).toEqual({
    errors: { day: ['must be a date.'], tags: ['must not repeat elements.'] },
  })
})

test('a form, and a multipart form', async () => {
  const post = (body: URLSearchParams | FormData) => ask('/body', { method: 'POST', body })
  expect(await post(append(new URLSearchParams()))).toEqual(ofText)
  expect(await post(append(new FormData()))).toEqual(ofText)
})

test('the arguments of a tool', async () => {
  const client = new McpTestClient(serverOf([Sources]))
  const { structuredContent } = await client.callTool('everything', { everything: json })
  expect(structuredContent).toEqual(json)
  const failed = await client.callTool('everything', { everything: wrong })
  expect(JSON.stringify(failed)).toContain('must be a decimal number.')
})

test('a command line', async () => {
  const runner = new CommandRunner(new CommandRegistry().register(Sources), new Container().boot())
  const line =
    'everything 2026-01-31 1.5 --code A-7 --id ab --link http://a.b --tags x --tags y --size 1mm'
  expect(await runner.run(line.split(' '))).toBe(0)
  expect(Sources.ran).toEqual(['2026-01-31', '1.5', 'A-7', 'ab', 'http://a.b/', ['x', 'y'], '1mm'])
})

test('a second scalar for a class throws', () => {
  const again = () =>
    scalar(Decimal, { wire: 'number', from: (n) => new Decimal(String(n)), to: Number })
  expect(again).toThrow('scalar(Decimal, …): Decimal is defined as two different scalars.')
})
