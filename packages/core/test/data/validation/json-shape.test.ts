import {
  Application,
  Body,
  Computed,
  Container,
  Get,
  Hide,
  Hydrator,
  JsonLogger,
  Kernel,
  McpTool,
  MinLength,
  Post,
  Router,
  Session,
  Sessions,
  UnusableForm,
  type Class,
  type int,
} from '@fw/core'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { serverOf } from '../../features/mcp/serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'
import { Visitor, sessionKernel } from '../../features/middleware/visiting.ts'

class User {
  constructor(
    readonly name: string,
    @Hide() @MinLength(2) readonly password: string,
    readonly tags: Set<string> = new Set(['new']),
  ) {}

  /** The number of tags. */
  @Computed()
  get count(): int {
    return this.tags.size
  }

  @Computed()
  get all(): Set<string> | undefined {
    return this.tags.size > 1 ? this.tags : undefined
  }
}

class Admin extends User {
  constructor(
    name: string,
    password: string,
    readonly level: int,
  ) {
    super(name, password)
  }

  @Computed()
  override get count(): int {
    return -1
  }
}

class Team {
  constructor(
    readonly lead: User,
    readonly members: Map<string, User>,
    readonly any: unknown = null,
  ) {}
}

class Key {
  constructor(
    readonly id: int,
    @Hide() private readonly value: string,
  ) {}

  get length(): int {
    return this.value.length
  }
}

const ada = new User('Ada', 'secret')
const key = new Key(1, 'secret')
const shown = { name: 'Ada', tags: ['new'], count: 1 }

class Users {
  @Post('/users')
  add(@Body() user: User): User {
    return user
  }

  @Post('/length')
  length(@Body() user: User): int {
    return user.password.length
  }

  @Get('/team')
  team(): Team {
    return new Team(ada, new Map([['a', ada]]), [{ deep: key }])
  }

  @Get('/admin')
  admin(): Admin {
    return new Admin('Eve', 'secret', 3)
  }

  @Get('/undeclared')
  undeclared() {
    return [key]
  }

  @Get('/group')
  group(): Pick<User, 'name' | 'password'> {
    return ada
  }

  @Get('/others')
  others(): Omit<Team, 'lead'>[] {
    return [this.team()]
  }

  @Get('/plain')
  plain(): Pick<User, 'name' | 'password'> | null {
    return { name: 'Ada', password: 'secret' }
  }

  @McpTool('user', 'Shows a user.')
  tool(): User {
    return ada
  }
}

const kernel = new Kernel(new Container().boot(), new Router().register(Users), {
  validateResponses: true,
})

async function ask(path: string, body?: unknown) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
  return [response.status, await response.json()]
}

test('a hidden field is accepted and never sent, at any depth', async () => {
  const sent = { name: 'Ada', password: 'secret' }
  expect(await ask('/users', sent)).toEqual([200, shown])
  expect(await ask('/length', sent)).toEqual([200, 6])
  expect(await ask('/length', { ...sent, password: 's' })).toEqual([
    422,
    { errors: { password: ['must be at least 2 characters.'] } },
  ])
  expect(await ask('/team')).toMatchObject([
    200,
    { lead: shown, members: { a: shown }, any: [{ deep: { id: 1 } }] },
  ])
  expect(await ask('/undeclared')).toEqual([200, [{ id: 1 }]])
  for (const path of ['/team', '/undeclared', '/admin', '/group', '/plain', '/others']) {
    expect(JSON.stringify(await ask(path))).not.toContain('secret')
  }
  const tool = await new McpTestClient(serverOf([Users])).callTool('user', {})
  expect(JSON.stringify(tool)).not.toContain('secret')
  expect(tool).toMatchObject({ structuredContent: shown })
})

test('a computed getter is sent', async () => {
  const tags = ['a', 'b']
  expect(await ask('/users', { name: 'Ada', password: 'secret', tags })).toEqual([
    200,
    { name: 'Ada', tags, count: 2, all: tags },
  ])
  expect(await ask('/admin')).toEqual([200, { name: 'Eve', tags: ['new'], level: 3, count: -1 }])
})

test('responses of Pick and Omit contain only their fields', async () => {
  expect(await ask('/group')).toEqual([200, { name: 'Ada' }])
  expect(await ask('/plain')).toEqual([200, { name: 'Ada' }])
  const [, others] = await ask('/others')
  expect(Object.keys((others as object[])[0] as object)).toEqual(['members', 'any'])
})

test('the log contains no hidden fields', () => {
  let lines = ''
  const logger = new JsonLogger({ write: (line) => void (lines += line) })
  logger.info('One.', { user: ada, deep: [{ users: [ada] }] })
  logger.info('Itself.', { ...new Team(ada, new Map()) })
  logger.info('Details.', ada as unknown as Record<string, unknown>)
  logger.error('Thrown.', { error: Object.assign(new Error('no'), { user: ada }) })
  expect(lines).toContain('"name":"Ada"')
  expect(lines).not.toContain('secret')
})

class Visit {
  constructor(
    @Hide() public token = '',
    public keys: Map<string, Key> = new Map(),
  ) {}
}

@Application()
@Sessions(Visit)
class Shop {}

class Visits {
  @Post('/visit')
  begin(session: Session<Visit>): void {
    session.data.token = 'secret'
    session.data.keys.set('a', key)
  }

  @Get('/visit')
  show(session: Session<Visit>): (string | int | null)[] {
    const { data } = session
    return [data.token, data.keys.get('a')?.length ?? null]
  }
}

test('a session keeps its hidden fields', async () => {
  const visitor = new Visitor(sessionKernel([Shop, Visits]).kernel)
  await visitor.send('/visit', { method: 'POST' })
  expect(await (await visitor.send('/visit')).json()).toEqual(['secret', 6])
})

test('hidden fields are writeOnly, computed ones readOnly', async () => {
  const { components } = await documentOf([Users])
  const { User: request, UserOutput: response } = components.schemas
  expect(request?.['properties']).toMatchObject({
    name: { type: 'string' },
    password: { type: 'string', minLength: 2, writeOnly: true },
  })
  expect(request?.['properties']).not.toHaveProperty('count')
  expect(response?.['properties']).toMatchObject({
    count: { type: 'integer', readOnly: true, description: 'The number of tags.' },
    all: { type: 'array', uniqueItems: true, readOnly: true },
  })
  expect(response?.['properties']).not.toHaveProperty('password')
  expect(response?.['required']).toEqual(['name', 'tags', 'count'])
})

test('a field that JSON cannot represent is an error at boot', () => {
  class Untyped {
    @Computed()
    get name() {
      return 'x'
    }
  }
  class Static {
    @Computed()
    static get kind(): string {
      return 'x'
    }
  }
  class Own extends User {
    toJSON() {
      return { ...this }
    }
  }
  const answering = (type: Class) => () => new Hydrator().prepare(type)
  expect(answering(Untyped)).toThrow('a computed property must declare its type')
  expect(answering(Static)).toThrow('@Computed marks a static getter')
  expect(answering(Own)).toThrow(UnusableForm)
  expect(answering(Own)).toThrow(
    'the class has a custom toJSON, which @Hide and @Computed cannot change. Remove toJSON, or these decorators.',
  )
  expect(() => {
    class Both {
      constructor(@Hide() readonly value: string) {}

      toJSON() {
        return this.value
      }
    }
    return Both
  }).toThrow('Both: the class has a custom toJSON')
})
