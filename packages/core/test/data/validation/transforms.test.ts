import {
  attribute,
  Body,
  Command,
  Container,
  Each,
  Email,
  Get,
  Hydrator,
  type int,
  Kernel,
  LowerCase,
  McpTool,
  MinLength,
  NotBlank,
  Option,
  Post,
  Query,
  Router,
  type Transform,
  Trim,
  UpperCase,
  ValidationFailed,
} from '@fw/core'
import { CommandRegistry, CommandRunner } from '@fw/core/console'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { serverOf } from '../../features/mcp/serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'

class RoundedTransform implements Transform {
  transform(value: unknown): unknown {
    return Math.round(value as number)
  }
}
const Rounded = attribute(RoundedTransform)

class Account {
  constructor(
    @Trim() @LowerCase() @Email() readonly email: string,
    /** The name. */
    @MinLength(2) @Trim() readonly name: string | null,
    @Each(Trim(), NotBlank()) readonly tags: string[] = [],
    @Rounded() readonly score: number = 0,
    @UpperCase() readonly mixed: string | int = 0,
  ) {}
}

class Accounts {
  static readonly ran: unknown[] = []

  @Post('/accounts')
  add(@Body() account: Account): Account {
    return account
  }

  @Get('/accounts/{code}')
  find(@UpperCase() code: string, @Query() @Trim() @NotBlank() part = '-'): string[] {
    return [code, part]
  }

  @Get('/accounts')
  list(@Query() account: Account): Account {
    return account
  }

  @McpTool('add_account', 'Adds an account.')
  tool(@Trim() @NotBlank() title: string, account: Account): unknown[] {
    return [title, account]
  }

  @Command('accounts:add')
  command(@LowerCase() email: string, @Option() @Trim() name: string) {
    Accounts.ran.push(email, name)
  }

  @Post('/part')
  part(@Body() part: Pick<Account, 'tags'>): Pick<Account, 'tags'> {
    return part
  }

  @Post('/taken')
  taken(): void {
    throw new ValidationFailed({ email: ['is taken.'] })
  }
}

const kernel = new Kernel(new Container().boot(), new Router().register(Accounts), {
  validateResponses: true,
})

async function ask(path: string, init: RequestInit = {}) {
  const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
  return [response.status, await response.json()]
}

const sent = { email: ' Ada@B.DE ', name: '  Ada', tags: [' x'], score: 1.6, mixed: 'ab' }
const kept = { email: 'ada@b.de', name: 'Ada', tags: ['x'], score: 2, mixed: 'AB' }

test('transforms run in the declared order, before the constraints, for JSON and forms', async () => {
  expect(await ask('/accounts', { method: 'POST', body: JSON.stringify(sent) })).toEqual([
    200,
    kept,
  ])
  const form = new URLSearchParams({ ...sent, tags: ' x', score: '1.6' })
  expect(await ask('/accounts', { method: 'POST', body: form })).toEqual([200, kept])
  expect(await ask(`/accounts?${form}`)).toEqual([200, kept])
  const wrong = { email: ' x ', name: ' a ', tags: ['', ' '], mixed: 5 }
  expect(await ask('/accounts', { method: 'POST', body: JSON.stringify(wrong) })).toEqual([
    422,
    {
      errors: {
        email: ['must be a valid email address.'],
        name: ['must be at least 2 characters.'],
        'tags.0': ['must not be blank.'],
        'tags.1': ['must not be blank.'],
      },
    },
  ])
})

test('they receive neither null, nor undefined, nor another type', async () => {
  const body = JSON.stringify({ email: 5, name: null, score: 'x' })
  expect(await ask('/accounts', { method: 'POST', body })).toEqual([
    422,
    { errors: { email: ['must be a string.'], score: ['must be a number.'] } },
  ])
  const other = JSON.stringify({ email: 'a@b.de', name: null })
  expect(await ask('/accounts', { method: 'POST', body: other })).toMatchObject([
    200,
    { name: null, mixed: 0 },
  ])
})

test('path, query, tools and commands', async () => {
  expect(await ask('/accounts/ab?part=%20x')).toEqual([200, ['AB', 'x']])
  expect(await ask('/accounts/ab?part=%20')).toEqual([
    422,
    { errors: { part: ['must not be blank.'] } },
  ])
  const client = new McpTestClient(serverOf([Accounts]))
  const called = await client.callTool('add_account', { title: ' a ', account: sent })
  expect(JSON.stringify(called.content)).toContain('ada@b.de')
  const failed = await client.callTool('add_account', { title: ' ', account: sent })
  expect(JSON.stringify(failed)).toContain('must not be blank.')
  const runner = new CommandRunner(new CommandRegistry().register(Accounts), new Container().boot())
  expect(await runner.run(['accounts:add', 'A@B.DE', '--name', ' x '])).toBe(0)
  expect(Accounts.ran).toEqual(['a@b.de', 'x'])
})

test('the request schema describes the constraints of a changed value, and the response schema contains them', async () => {
  const { components } = await documentOf([Accounts])
  expect(components.schemas['Account']?.['properties']).toMatchObject({
    name: {
      type: ['string', 'null'],
      description: 'The name.\n\nAfter transforms: minLength 2.',
    },
    tags: { items: { type: 'string', description: 'After transforms: pattern "\\\\S".' } },
  })
  expect(components.schemas['Account']?.['properties']).not.toHaveProperty('name.minLength')
  expect(components.schemas['AccountOutput']?.['properties']).toMatchObject({
    name: { type: ['string', 'null'], minLength: 2, description: 'The name.' },
    tags: { items: { type: 'string', pattern: '\\S' } },
  })
})

test('misplaced and asynchronous transforms are an error at boot', () => {
  class Numbers {
    constructor(@Trim() readonly value: int) {}
  }
  class WaitingTransform {
    async transform(value: unknown) {
      return await Promise.resolve(value)
    }
  }
  const Waiting = attribute(WaitingTransform)
  class Waits {
    constructor(@Waiting() readonly value: string) {}
  }
  const hydrator = new Hydrator()
  expect(() => hydrator.prepare(Numbers)).toThrow(
    '@Trim is for values of type string, but the type is number.',
  )
  expect(() => hydrator.prepare(Waits)).toThrow(
    'the transform of @Waiting is async, which is not supported. Move the await to the method that uses the value.',
  )
})

test('a method can refuse a value manually', async () => {
  expect(await ask('/taken', { method: 'POST' })).toEqual([
    422,
    { errors: { email: ['is taken.'] } },
  ])
})

test('types derived from a class keep constraints on elements, in responses too', async () => {
  const body = JSON.stringify({ tags: [' x'] })
  expect(await ask('/part', { method: 'POST', body })).toEqual([200, { tags: ['x'] }])
  const { paths } = await documentOf([Accounts])
  const { responses } = paths['/part']?.['post'] ?? {}
  expect(JSON.stringify(responses?.['200'])).toContain(String.raw`"pattern":"\\S"`)
})

class EmptyToNullTransform implements Transform {
  readonly appliesTo = ['string'] as const

  transform(value: unknown): unknown {
    return value === '' ? null : value === '-' ? undefined : value
  }
}
const EmptyToNull = attribute(EmptyToNullTransform)

test('a transform may return null or undefined, which constraints and later transforms do not receive', () => {
  class Profile {
    constructor(
      @Trim() @EmptyToNull() @LowerCase() @MinLength(2) readonly name: string | null,
      @EmptyToNull() @MinLength(2) readonly nick: string = 'none',
      @Each(EmptyToNull(), MinLength(2)) readonly tags: (string | null)[] = [],
      @EmptyToNull() @MinLength(2) readonly mixed?: string | int,
    ) {}
  }
  const hydrator = new Hydrator()
  const errorsOf = (data: object) => {
    try {
      return hydrator.hydrate(Profile, data)
    } catch (error) {
      return (error as ValidationFailed).errors
    }
  }
  expect(errorsOf({ name: ' ', nick: '-', tags: ['', 'ab'], mixed: '-' })).toEqual(
    new Profile(null, 'none', [null, 'ab']),
  )
  expect(errorsOf({ name: '-', nick: '', tags: ['-', 'a'], mixed: 5 })).toEqual({
    name: ['is required.'],
    nick: ['must not be null.'],
    'tags.0': ['is required.'],
    'tags.1': ['must be at least 2 characters.'],
  })
  expect(errorsOf({ name: 'AB', mixed: '' })).toEqual({ mixed: ['must not be null.'] })
  expect(errorsOf({ name: 'A' })).toEqual({ name: ['must be at least 2 characters.'] })
})

test('in a union, a transform applies to the values of its types', () => {
  class Either {
    constructor(
      @LowerCase() readonly lower: string | int,
      @Trim() readonly trimmed: string | boolean,
    ) {}
  }
  const hydrator = new Hydrator()
  expect(hydrator.hydrate(Either, { lower: 'AB', trimmed: ' a ' })).toEqual(new Either('ab', 'a'))
  expect(hydrator.hydrate(Either, { lower: 5, trimmed: true })).toEqual(new Either(5, true))
})
