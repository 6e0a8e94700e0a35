import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  attribute,
  Body,
  Check,
  Container,
  createApp,
  Each,
  Email,
  ErrorHandler,
  Get,
  GreaterThan,
  Hydrator,
  In,
  Kernel,
  LessThan,
  Max,
  MaxItems,
  MaxLength,
  McpTool,
  Messages,
  Min,
  MinItems,
  MinLength,
  MultipleOf,
  NotBlank,
  Post,
  Query,
  Regex,
  Router,
  Url,
  Uuid,
  ValidationFailed,
  type Class,
  type Constraint,
  type int,
  type KernelOptions,
  type MessageParameters,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { modernPost } from '../../features/mcp/serving.ts'
import { importableApplication } from '../../support/temporary-application.ts'

class OddConstraint implements Constraint {
  validate(value: unknown): string | null {
    return (value as number) % 2 === 1 ? null : 'must be odd.'
  }
}
const Odd = attribute(OddConstraint)

class Own {
  constructor(
    @Min(3, { message: 'At least {n}, {who}.' }) readonly min: int,
    @Max(3, { message: ({ n }) => `${n}!` }) readonly max: int,
    @GreaterThan(3, { message: 'gt {n}' }) readonly above: int,
    @LessThan(3, { message: 'lt {n}' }) readonly below: int,
    @MultipleOf(3, { message: 'of {n}' }) readonly multiple: int,
    @MinLength(3, { message: 'long {n}' }) readonly long: string,
    @MaxLength(3, { message: 'short {n}' }) readonly short: string,
    @MinItems(3, { message: 'many {n}' }) readonly many: int[],
    @MaxItems(1, { message: 'few {n}' }) readonly few: int[],
    @Email({ message: 'mail' }) readonly email: string,
    @Url({ message: 'url' }) readonly url: string,
    @Uuid({ message: 'uuid' }) readonly uuid: string,
    @NotBlank({ message: 'blank' }) readonly blank: string,
    @Regex('^a$', { message: 'like {pattern}' }) readonly regex: string,
    @In([1, 2], { message: 'of {choices}' }) readonly choice: int,
    @Each(Email({ message: 'each' })) readonly each: string[],
  ) {}
}

const wrong = {
  min: 1,
  max: 5,
  above: 1,
  below: 5,
  multiple: 4,
  long: 'a',
  short: 'abcd',
  many: [],
  few: [1, 2],
  email: 'x',
  url: 'x',
  uuid: 'x',
  blank: ' ',
  regex: 'b',
  choice: 5,
  each: ['x'],
}
const own = {
  min: 'At least 3, {who}.',
  max: '3!',
  above: 'gt 3',
  below: 'lt 3',
  multiple: 'of 3',
  long: 'long 3',
  short: 'short 3',
  many: 'many 3',
  few: 'few 1',
  email: 'mail',
  url: 'url',
  uuid: 'uuid',
  blank: 'blank',
  regex: 'like ^a$',
  choice: 'of 1, 2',
  'each.0': 'each',
}

test('every constraint accepts a custom message', () => {
  const errors = Object.fromEntries(Object.entries(own).map(([key, text]) => [key, [text]]))
  expect(failureOf(() => new Hydrator().hydrate(Own, wrong)).errors).toEqual(errors)
})

class Order {
  constructor(
    @MinLength(3) readonly name: string,
    @Min(2) @Odd() readonly count: int,
    @Email({ message: 'Ours.' }) readonly email: string,
    readonly kind: 'a' | 'b',
    readonly day: Temporal.PlainDate,
    readonly note: string | null,
    readonly code: `A-${int}`,
    readonly pair: [int, int],
    readonly set: Set<int>,
    readonly either: boolean | string[],
    readonly known = true,
  ) {}

  @Check('known')
  isKnown(): string | null {
    return this.known ? null : 'is not known.'
  }
}

const invalid = { name: 'a', count: 0, email: 'x', kind: 'c', day: 'x', note: 1, code: 'x' }
const others = { pair: [1], set: [1, 1], either: 5, known: null }

class Orders {
  @Post('/orders')
  add(@Body() order: Order): string {
    return order.name
  }

  @Get('/orders')
  list(@Query() @Min(1) page: int): int {
    return page
  }

  @Get('/hydrated')
  hydrated(): Order {
    return new Hydrator().hydrate(Order, {})
  }

  @Get('/thrown')
  thrown(): void {
    throw new ValidationFailed({ email: ['is taken.'] })
  }

  @McpTool('order', 'Orders.')
  order(@MinLength(3) name: string): string {
    return name
  }
}

class Texts extends Messages {
  readonly locales = ['en', 'de-AT', 'fr']

  text(code: string, parameters: MessageParameters, locale: string): string | undefined {
    if (code === 'fails') throw new Error('secret')
    const name = `${locale} ${code} ${JSON.stringify(parameters)}`
    return locale === 'en' ? undefined : name
  }
}

function kernelOf(options: KernelOptions = {}, classes: readonly Class[] = [Orders], own = true) {
  const container = new Container()
  if (own) container.instance(Messages, new Texts())
  const router = new Router()
  for (const type of classes) router.register(type)
  return new Kernel(container.boot(), router, { validateResponses: false, ...options })
}

async function ask(kernel: Kernel, path: string, language?: string, body?: unknown) {
  const response = await kernel.fetch(
    new Request(`http://localhost${path}`, {
      headers: language === undefined ? {} : { 'accept-language': language },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }),
  )
  return [response.status, await response.json()] as [number, { errors: Record<string, string[]> }]
}

test('errorDetails adds the code and parameters of each message', async () => {
  const kernel = kernelOf({ errorDetails: true }, [Orders], false)
  const [status, body] = await ask(kernel, '/orders', undefined, { ...invalid, ...others })
  const codes = [
    ['name', 'min-length', { n: 3 }, 'must be at least 3 characters.'],
    ['count', 'min', { n: 2 }, 'must be at least 2.'],
    ['count', 'odd', {}, 'must be odd.'],
    ['email', 'email', {}, 'Ours.'],
    ['kind', 'in', { choices: 'a, b' }, 'must be one of: a, b.'],
    ['day', 'type.plain-date', {}, 'must be a date.'],
    ['note', 'type.string', {}, 'must be a string.'],
    ['code', 'regex', { pattern: '^A-[+-]?[0-9]+$' }, 'must match the pattern ^A-[+-]?[0-9]+$.'],
    ['pair', 'exact-items', { n: 2 }, 'must have exactly 2 elements.'],
    ['set', 'unique', {}, 'must not repeat elements.'],
    ['either', 'type.union', { types: 'a boolean or an array' }, 'must be a boolean or an array.'],
    ['known', 'not-null', {}, 'must not be null.'],
  ]
  const details = codes.map(([key, code, parameters, message]) => ({
    key,
    code,
    parameters,
    message,
  }))
  expect([status, body]).toMatchObject([422, { details }])
  expect((body as unknown as { details: unknown[] }).details).toHaveLength(details.length)
  expect(await ask(kernel, '/thrown')).toEqual([
    422,
    {
      errors: { email: ['is taken.'] },
      details: [{ key: 'email', code: 'invalid', parameters: {}, message: 'is taken.' }],
    },
  ])
})

test('the document describes the details, in both error formats', async () => {
  for (const errors of ['plain', 'problem'] as const) {
    const kernel = kernelOf({ errorDetails: true, errors }, [Orders], false)
    const { document } = await kernel.describe()
    const [, body] = await ask(kernel, '/orders', undefined, invalid)
    const text = JSON.stringify(document)
    expect(text).toContain('"details":{"type":"array"')
    expect(body).toHaveProperty('details.0.code', 'min-length')
    const without = kernelOf({ errors }, [Orders], false)
    expect(JSON.stringify((await without.describe()).document)).not.toContain('"details"')
    expect((await ask(without, '/orders', undefined, invalid))[1]).not.toHaveProperty('details')
  }
})

test('Messages translates errors to the language of the request', async () => {
  const kernel = kernelOf()
  const nameIn = async (language?: string) => {
    const [, { errors }] = await ask(kernel, '/orders', language, { ...invalid, ...others })
    return errors['name']?.[0]
  }
  const de = 'de-AT min-length {"n":3}'
  const fr = 'fr min-length {"n":3}'
  const en = 'must be at least 3 characters.'
  expect(await nameIn()).toBe(en)
  expect(await nameIn('de')).toBe(de)
  expect(await nameIn('DE-at;q=0.5, es')).toBe(de)
  expect(await nameIn('fr-CH, de;q=0.9')).toBe(fr)
  expect(await nameIn('de-AT-1996')).toBe(de)
  expect(await nameIn('en;q=0, *')).toBe(de)
  expect(await nameIn('es, *;q=0.1, fr;q=0')).toBe(en)
  expect(await nameIn('de;q=0.2, fr;q=0.8')).toBe(fr)
  expect(await nameIn(`${'x-y,'.repeat(1500)}fr`)).toBe(fr)
  expect(await nameIn(';;;,,q=,fr;q=x')).toBe(en)
})

test('the message of a declaration, and a message of the application, are kept', async () => {
  const kernel = kernelOf()
  const [, { errors }] = await ask(kernel, '/orders', 'fr', { ...invalid, ...others })
  expect(errors).toMatchObject({ email: ['Ours.'], count: ['fr min {"n":2}', 'fr odd {}'] })
  expect(await ask(kernel, '/thrown', 'fr')).toEqual([422, { errors: { email: ['is taken.'] } }])
  const [, hydrated] = await ask(kernel, '/hydrated', 'fr')
  expect(hydrated.errors).toMatchObject({ name: ['fr required {}'] })
  expect(await ask(kernel, '/orders?page=0', 'fr')).toEqual([
    422,
    { errors: { page: ['fr min {"n":1}'] } },
  ])
})

test('an error handler receives the translated messages, and the details', async () => {
  class Handlers {
    @ErrorHandler()
    failed(error: ValidationFailed): object {
      return { first: error.message, codes: error.details.map(({ code }) => code) }
    }
  }
  const kernel = kernelOf({}, [Orders, Handlers])
  expect(await ask(kernel, '/orders?page=0', 'fr')).toEqual([
    422,
    { first: 'The request is not valid: page fr min {"n":1}', codes: ['min'] },
  ])
})

test('the errors of a tool are translated too', async () => {
  const container = new Container().instance(
    Messages,
    new (class extends Texts {
      override readonly locales = ['fr']
    })(),
  )
  const registry = new McpRegistry().register(Orders)
  const server = new McpServer(registry, new McpDispatcher(container.boot()))
  const failed = await new McpTestClient(server).callTool('order', { name: 'a' })
  expect(failed.content).toEqual([
    { type: 'text', text: JSON.stringify({ errors: { name: ['fr min-length {"n":3}'] } }) },
  ])
})

test('tools send the details if the server is configured to', async () => {
  const registry = new McpRegistry().register(Orders)
  const dispatcher = new McpDispatcher(new Container().boot())
  const server = new McpServer(registry, dispatcher, { errorDetails: true })
  const { content } = await new McpTestClient(server).callTool('order', { name: 'a' })
  const message = 'must be at least 3 characters.'
  expect(JSON.parse(String(content[0]?.['text']))).toEqual({
    errors: { name: [message] },
    details: [{ key: 'name', code: 'min-length', parameters: { n: 3 }, message }],
  })
})

test('createApp passes the option to the tools too', async () => {
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    'src/tools.ts': `import { McpTool, Min, type int } from '@fw/core'
export class Tools {
  @McpTool('double', 'Doubles.') double(@Min(1) n: int): int { return n * 2 }
}
`,
  })
  for (const errorDetails of [true, false]) {
    const { kernel } = await createApp(root, { errorDetails })
    const call = { method: 'tools/call', params: { name: 'double', arguments: { n: 0 } } }
    const response = await kernel.fetch(modernPost(call))
    expect((await response.text()).includes('details')).toBe(errorDetails)
  }
})

test('the configuration sets the option for routes and tools', async () => {
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'FW_ERROR_DETAILS=true\n',
    'src/tools.ts': `import { Get, McpTool, Min, Query, type int } from '@fw/core'
export class Tools {
  @McpTool('double', 'Doubles.') double(@Min(1) n: int): int { return n * 2 }
  @Get('/half') half(@Query() @Min(1) n: int): number { return n / 2 }
}
`,
  })
  const call = { method: 'tools/call', params: { name: 'double', arguments: { n: 0 } } }
  for (const [options, hasDetails] of [
    [{}, true],
    [{ errorDetails: false }, false],
  ] as const) {
    const { kernel } = await createApp(root, options)
    const ofTool = await (await kernel.fetch(modernPost(call))).text()
    const ofRoute = await (await kernel.fetch(new Request('http://localhost/half?n=0'))).text()
    expect([ofTool.includes('details'), ofRoute.includes('details')]).toEqual([
      hasDetails,
      hasDetails,
    ])
  }
})

test('an exported class that extends Messages is used, unless bootstrap registers another', async () => {
  const texts = (name: string) => `import { Messages } from '@fw/core'
export class ${name} extends Messages {
  readonly locales = ['en']
  text(code: string): string { return '${name} ' + code }
}
`
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    'src/orders.ts': `import { Get, Min, Query, type int } from '@fw/core'
export class Orders { @Get('/orders') list(@Query() @Min(1) page: int): int { return page } }
`,
    'src/texts.ts': texts('Texts'),
  })
  const respond = async (options = {}) => {
    const { kernel } = await createApp(root, options)
    return (await ask(kernel, '/orders?page=0'))[1]
  }
  expect(await respond()).toEqual({ errors: { page: ['Texts min'] } })
  const bootstrap = (container: Container) => void container.instance(Messages, new Texts())
  expect(await respond({ bootstrap })).toEqual({ errors: { page: ['must be at least 1.'] } })
  writeFileSync(join(root, 'src/more.ts'), texts('More'))
  await expect(createApp(root)).rejects.toThrow('More and Texts both extend Messages. Keep one.')
})

test('Messages that throw, or return no language, are errors of the application', async () => {
  class Empty extends Messages {
    readonly locales: string[] = []

    text(): undefined {}
  }
  const container = new Container().instance(Messages, new Empty()).boot()
  expect(() => new Kernel(container, new Router())).toThrow(
    'Empty.locales is empty. List the languages that have messages.',
  )
  class FailsConstraint extends OddConstraint {}
  const Fails = attribute(FailsConstraint)
  class Failing {
    @Get('/{n}')
    show(@Fails() n: int): int {
      return n
    }
  }
  const failing = await ask(kernelOf({}, [Failing]), '/2')
  expect(failing).toEqual([500, { error: 'Internal server error.' }])
})

function failureOf(run: () => unknown): ValidationFailed {
  try {
    run()
  } catch (error) {
    if (error instanceof ValidationFailed) return error
    throw error
  }
  throw new Error('Nothing failed.')
}
