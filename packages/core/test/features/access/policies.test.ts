import {
  Access,
  Allows,
  Body,
  Check,
  Container,
  Denied,
  Get,
  HttpRequest,
  Post,
  Principal,
  Put,
  Query,
  type int,
  type Policy,
} from '@fw/core'
import { actingAs } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { withToken, bearer, guardedKernel, Robot, startKernel, User } from './guarded.ts'

class Owners {
  readonly asked: unknown[] = []
  readonly all = new Map([
    [1, 'ada'],
    [2, 'bob'],
  ])
}

class Change {
  constructor(
    readonly id: int,
    readonly text: string,
  ) {}

  @Check('text')
  isNew(owners: Owners): string | null {
    return owners.all.get(1) === this.text ? 'is taken.' : null
  }
}

class OrderPolicy implements Policy {
  constructor(readonly owners: Owners) {}

  async allows(user: User, id: int) {
    this.owners.asked.push(id)
    return this.owners.all.get(id) === user.id
  }

  reads(user: User, id: int, audit?: boolean) {
    if (audit) return Denied.because('Audits are for auditors.')
    return user.id !== 'bob' || id === 2 ? true : Denied.stepUp('orders:admin')
  }

  changes(user: User, change: Change, id: int) {
    this.owners.asked.push(change.text)
    return this.owners.all.get(id) === user.id && change.id === id
  }

  throws(_user: User, id: int): boolean | Promise<boolean> {
    const denied = Denied.because('Not yours.')
    if (id === 1) throw denied
    return Promise.reject(denied)
  }

  truthy() {
    return 1 as unknown as boolean
  }

  odd(_user: User) {
    return 1 as unknown as boolean
  }

  fails(_user: User): boolean {
    throw new Error('The table is locked.')
  }
}

/** Built for each request. */
class PathPolicy implements Policy {
  constructor(
    readonly request: HttpRequest,
    readonly caller: Principal,
  ) {}

  allows(principal: Principal) {
    return principal === this.caller && this.request.path.endsWith('/mine')
  }
}

class Orders {
  constructor(
    readonly owners: Owners,
    readonly access: Access,
  ) {}

  @Get('/orders/{id}')
  @Allows(OrderPolicy)
  show(id: int) {
    return id
  }

  @Get('/hidden/{id}')
  @Allows(OrderPolicy, { hidden: 'There is no such order.' })
  hidden(id: int) {
    return id
  }

  @Get('/plainly-hidden/{id}')
  @Allows(OrderPolicy, { hidden: true })
  plainlyHidden(id: int) {
    return id
  }

  @Get('/thrown/{id}')
  @Allows(OrderPolicy, { method: 'throws', hidden: true })
  thrown(id: int) {
    return id
  }

  @Get('/thrown-openly/{id}')
  @Allows(OrderPolicy, { method: 'throws' })
  thrownOpenly(id: int) {
    return id
  }

  @Get('/read/{id}')
  @Allows(OrderPolicy, { method: 'reads' })
  @Allows(OrderPolicy, { method: 'reads', hidden: 'Gone.' })
  read(id: int, @Query() audit?: boolean) {
    return [id, audit ?? null]
  }

  @Put('/orders/{id}')
  @Allows(OrderPolicy, { method: 'changes' })
  change(id: int, @Body() change: Change) {
    return [id, change.text]
  }

  @Post('/orders/{id}')
  @Allows(OrderPolicy)
  add(id: int, @Body() change: Change) {
    return [id, change.text]
  }

  @Get('/odd')
  @Allows(OrderPolicy, { method: 'odd' })
  odd() {
    return 'odd'
  }

  @Get('/fails')
  @Allows(OrderPolicy, { method: 'fails', hidden: true })
  fails() {
    return 'fails'
  }

  @Get('/scoped/{name}')
  @Allows(PathPolicy)
  scoped(name: string) {
    return name
  }

  @Get('/checked/{id}')
  async checked(id: int, caller: Principal) {
    if (await this.access.allows(OrderPolicy, 'allows', caller as User, id)) return 'own'
    await this.access.check(OrderPolicy, 'reads', caller as User, id)
    return 'other'
  }
}

async function open() {
  const schemes = {
    user: bearer({
      ada: new User({ id: 'ada' }),
      bob: new User({ id: 'bob' }),
      robot: new Robot({ id: 'r2' }),
    }),
  }
  const { kernel, container, log } = guardedKernel([Orders], { schemes })
  const send = await startKernel(kernel)
  const resultOf = async (path: string, token: string, init?: RequestInit) => {
    const response = await send(path, withToken(token, init))
    return [response.status, await response.json()]
  }
  return { kernel, send, resultOf, log, owners: container.get(Owners) }
}

const no = { error: 'You are not allowed to do this.' }
const put = (body: unknown, method = 'PUT') => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

test('callers without permission do not see the messages of checks', async () => {
  const { resultOf } = await open()
  const taken = put({ id: 1, text: 'ada' })
  expect(await resultOf('/orders/1', 'bob', taken)).toEqual([403, no])
  expect(await resultOf('/orders/1', 'ada', taken)).toEqual([
    422,
    { errors: { text: ['is taken.'] } },
  ])
})

test('a policy is filled from the parameters of the method, by name', async () => {
  const { resultOf, owners } = await open()
  expect(await resultOf('/orders/1', 'ada')).toEqual([200, 1])
  expect(await resultOf('/orders/2', 'ada')).toEqual([403, no])
  expect(owners.asked).toEqual([1, 2])
})

test('every denial by a hidden policy is a 404', async () => {
  const { resultOf } = await open()
  expect(await resultOf('/hidden/1', 'ada')).toEqual([200, 1])
  expect(await resultOf('/hidden/2', 'ada')).toEqual([404, { error: 'There is no such order.' }])
  expect(await resultOf('/hidden/2', 'robot')).toEqual([404, { error: 'There is no such order.' }])
  expect(await resultOf('/plainly-hidden/2', 'ada')).toEqual([404, { error: 'Not found.' }])
  for (const id of [1, 2]) {
    expect(await resultOf(`/thrown/${id}`, 'ada')).toEqual([404, { error: 'Not found.' }])
    expect(await resultOf(`/thrown-openly/${id}`, 'ada')).toEqual([403, { error: 'Not yours.' }])
  }
})

test('a policy may give a reason and the missing scope', async () => {
  const { resultOf, send } = await open()
  expect(await resultOf('/read/1', 'ada')).toEqual([200, [1, null]])
  expect(await resultOf('/read/1?audit=true', 'ada')).toEqual([
    403,
    { error: 'Audits are for auditors.' },
  ])
  const step = await send('/read/1', withToken('bob'))
  expect([step.status, step.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer realm="Application", error="insufficient_scope", scope="orders:admin"',
  ])
})

test('a policy that takes the body runs after validation, others before the body is read', async () => {
  const { resultOf, owners } = await open()
  expect(await resultOf('/orders/1', 'ada', put({ id: 1, text: 'a' }))).toEqual([200, [1, 'a']])
  expect(await resultOf('/orders/1', 'bob', put({ id: 1, text: 'b' }))).toEqual([403, no])
  expect(await resultOf('/orders/1', 'bob', put({ id: 1 }))).toMatchObject([422, {}])
  expect(owners.asked).toEqual(['a', 'b'])
  expect(await resultOf('/orders/2', 'ada', put('{', 'POST'))).toEqual([403, no])
  expect(await resultOf('/orders/one', 'ada', put('{', 'POST'))).toMatchObject([422, {}])
  expect(await resultOf('/orders/1', 'ada', put({ id: 1 }, 'POST'))).toMatchObject([422, {}])
})

test('only true allows, another class of caller is denied, and an error is a 500', async () => {
  const { resultOf, log } = await open()
  expect(await resultOf('/odd', 'ada')).toEqual([403, no])
  expect(await resultOf('/orders/1', 'robot')).toEqual([403, no])
  expect(await resultOf('/fails', 'ada')).toEqual([500, { error: 'Internal server error.' }])
  expect(log.lines.map(([level]) => level)).toContain('error')
})

test('a policy may be request-scoped', async () => {
  const { resultOf } = await open()
  expect(await resultOf('/scoped/mine', 'ada')).toEqual([200, 'mine'])
  expect(await resultOf('/scoped/yours', 'ada')).toEqual([403, no])
})

test('Access checks a policy within a method', async () => {
  const { resultOf, send, log } = await open()
  expect(await resultOf('/checked/1', 'ada')).toEqual([200, 'own'])
  expect(await resultOf('/checked/2', 'ada')).toEqual([200, 'other'])
  const step = await send('/checked/1', withToken('bob'))
  const facts = { reason: 'denied by the method', status: 403, kind: 'route' }
  const denialLog = { ...facts, name: 'GET /checked/{id}', scheme: 'user', principal: '#bob' }
  expect(log.lines.filter(([level]) => level === 'warn')).toEqual([
    ['warn', 'Access was denied.', denialLog],
  ])
  expect([step.status, step.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer realm="Application", error="insufficient_scope", scope="orders:admin"',
  ])
  expect(await resultOf('/checked/1', 'robot')).toEqual([403, no])
})

test('Access needs nothing but a container', async () => {
  const access = new Container().boot().get(Access)
  const ada = new User({ id: 'ada' })
  expect(await access.allows(OrderPolicy, 'allows', ada, 1)).toBe(true)
  await expect(access.check(OrderPolicy, 'allows', ada, 2)).rejects.toBeInstanceOf(Denied)
})

test('a request with a given caller skips schemes, but not requirements', async () => {
  const { kernel } = await open()
  const send = async (path: string, principal: Principal) => {
    const request = actingAs(new Request(`http://localhost${path}`), principal)
    return (await kernel.fetch(request)).status
  }
  expect(await send('/orders/1', new User({ id: 'ada' }))).toBe(200)
  expect(await send('/orders/1', new User({ id: 'bob' }))).toBe(403)
  expect(await send('/orders/1', new Robot({ id: 'ada' }))).toBe(403)
})
