import { randomUUID } from 'node:crypto'
import {
  Application,
  Container,
  Get,
  Hide,
  HttpError,
  HttpRequest,
  type int,
  MaxLength,
  McpTool,
  type Middleware,
  type Next,
  Principal,
  Query,
  Session,
  Sessions,
  Use,
} from '@fw/core'
import { callerOf } from '@fw/core/internals'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { MemorySessions, RedisSessions, type SessionStore } from '@fw/core/web'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { describeStores } from './session-stores.ts'
import { Visitor, sessionKernel } from '../middleware/visiting.ts'

class Visit {
  constructor(
    public count: int = 0,
    @MaxLength(20) public name?: string,
    public cart: string[] = [],
    public since: Date = new Date(0),
    public big: bigint = 0n,
    public note: string | null = null,
  ) {}
}

@Application()
@Sessions(Visit)
class Shop {}

class Pages {
  @Get('/show')
  show(session: Session<Visit>) {
    const { data, isNew } = session
    return { ...data, isNew }
  }

  @Get('/count')
  count(session: Session<Visit>) {
    const { data } = session
    data.count += 1
    return data.count
  }

  @Get('/name')
  name(session: Session<Visit>, @Query() name: string) {
    const { data } = session
    data.name = name
  }

  @Get('/unname')
  unname(session: Session<Visit>) {
    const { data } = session
    delete data.name
  }

  @Get('/cart')
  cart(session: Session<Visit>, @Query() item: string) {
    const { data } = session
    data.cart.push(item)
    return data.cart
  }

  @Get('/whole')
  whole(session: Session<Visit>) {
    session.data = new Visit(7, 'whole', ['x'], new Date(86_400_000), 2n ** 70n)
  }

  @Get('/rotate')
  rotate(session: Session<Visit>) {
    session.data.name = 'rotated'
    session.rotate()
  }

  @Get('/end')
  end(session: Session<Visit>) {
    session.end()
  }

  @Get('/sign-in')
  signIn(session: Session<Visit>, @Query() id: string) {
    session.signIn(new Principal({ id, roles: ['buyer'] }))
  }

  @Get('/caller')
  async caller(session: Session<Visit>) {
    const { id, roles } = (await callerOf(session)) ?? { id: 'anonymous', roles: [] }
    return [id, roles]
  }

  @Get('/sign-out-everywhere')
  async signOutEverywhere(session: Session<Visit>) {
    await session.signOutEverywhere()
  }

  @Get('/restart')
  restart(session: Session<Visit>) {
    session.end()
    session.data.name = 'restarted'
  }

  @Get('/refused')
  refused(session: Session<Visit>): void {
    const { data } = session
    data.count += 1
    throw new HttpError(403, 'No.')
  }

  @Get('/fails')
  fails(session: Session<Visit>): void {
    const { data } = session
    data.count += 1
    throw new Error('secret')
  }

  @Get('/none')
  none() {
    return 'no session'
  }

  @Get('/slow')
  async slow(session: Session<Visit>, @Query() item: string) {
    entered.resolve()
    await released.promise
    if (item === 'end') session.end()
    else if (item === 'name') session.data.name = 'slow'
    else session.data.count += 1
  }
}

/** Settles when a slow request has read its session, and when it may go on. */
let entered = Promise.withResolvers<void>()
let released = Promise.withResolvers<void>()

/** Does something while slow requests have read their sessions, and have not stored them. */
async function meanwhile(slow: () => Promise<unknown>[], act: () => Promise<unknown>) {
  released = Promise.withResolvers()
  entered = Promise.withResolvers()
  const all = slow().map(async (request) => request)
  await entered.promise
  await act()
  released.resolve()
  await Promise.all(all)
}

const shop = [Shop, Pages]
const minute = 60_000

function contract(store: () => SessionStore | undefined): void {
  const open = () => {
    const found = sessionKernel(shop, store())
    return { ...found, visitor: new Visitor(found.kernel) }
  }

  test('data keeps its types', async () => {
    const { visitor } = open()
    expect(await visitor.read('/show')).toEqual({
      count: 0,
      cart: [],
      since: '1970-01-01T00:00:00.000Z',
      big: 0,
      note: null,
      isNew: true,
    })
    await visitor.send('/whole')
    expect(await visitor.read('/show')).toEqual({
      count: 7,
      name: 'whole',
      cart: ['x'],
      since: '1970-01-02T00:00:00.000Z',
      big: String(2n ** 70n),
      note: null,
      isNew: false,
    })
    expect(await visitor.read('/cart?item=y')).toEqual(['x', 'y'])
    await visitor.send('/unname')
    expect(await visitor.read('/show')).not.toHaveProperty('name')
  })

  test('there is no cookie before there is data', async () => {
    const { visitor } = open()
    for (const path of ['/none', '/show', '/end']) {
      const response = await visitor.send(path)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('vary')).toBe(path === '/none' ? null : 'Cookie')
      expect(response.headers.get('cache-control')).toBeNull()
    }
    const response = await visitor.send('/count')
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('responses with errors below 500 store changes', async () => {
    const { visitor } = open()
    expect((await visitor.send('/refused')).status).toBe(403)
    expect(await visitor.read('/count')).toBe(2)
    expect((await visitor.send('/fails')).status).toBe(500)
    expect(await visitor.read('/count')).toBe(3)
  })

  test('an unused session ends', async () => {
    const { visitor, clock } = open()
    await visitor.send('/count')
    clock.forward(29 * minute)
    expect(await visitor.read('/count')).toBe(2)
    clock.forward(29 * minute)
    expect(await visitor.read('/show')).toMatchObject({ count: 2 })
    clock.forward(29 * minute)
    expect(await visitor.read('/show')).toMatchObject({ count: 2, isNew: false })
    clock.forward(30 * minute)
    expect(await visitor.read('/show')).toMatchObject({ count: 0, isNew: true })
  })

  test('a session ends after twelve hours, rotated or not', async () => {
    const { visitor, clock } = open()
    await visitor.send('/count')
    for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
      clock.forward(20 * minute)
      if (passed === 200) await visitor.send('/rotate')
      expect(await visitor.read('/show')).toMatchObject({ count: 1 })
    }
    clock.forward(20 * minute)
    expect(await visitor.read('/show')).toMatchObject({ count: 0, isNew: true })
  })

  test('an ended session is removed, and so is its cookie', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const response = await visitor.send('/end')
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-session=; Max-Age=0; Path=\//)
    expect(visitor.cookies.size).toBe(0)
    expect(await visitor.read('/show')).toMatchObject({ count: 0, isNew: true })
  })

  test('data that is set after the end starts another session', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const before = visitor.cookies.get('__Host-session')
    await visitor.send('/restart')
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    expect(await visitor.read('/show')).toMatchObject({ count: 0, name: 'restarted' })
  })

  test('a session survives rotation', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const before = visitor.cookies.get('__Host-session')
    await visitor.send('/rotate')
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    expect(await visitor.read('/count')).toBe(2)
    expect(await visitor.read('/show')).toMatchObject({ name: 'rotated' })
  })

  test.each(['x', 'A'.repeat(43), 'Fe26.2*1*2*3*4*5*6*7', '%00', '../../x'])(
    'a foreign id such as %s is never adopted',
    async (id) => {
      const { visitor } = open()
      visitor.cookies.set('__Host-session', id)
      expect(await visitor.read('/show')).toMatchObject({ isNew: true })
      await visitor.send('/count')
      expect(visitor.cookies.get('__Host-session')).not.toBe(id)
      expect(await visitor.read('/show')).toMatchObject({ count: 1, isNew: false })
    },
  )

  test('data that no longer matches its class is replaced by new data, and the session continues', async () => {
    class Narrow {
      constructor(
        public count: 'one' | 'two' = 'one',
        @MaxLength(3) public name = '',
      ) {}
    }
    @Application()
    @Sessions(Narrow)
    class Later {}
    class Page {
      @Get('/show')
      show(session: Session<Narrow>) {
        const { data, isNew } = session
        return { ...data, isNew }
      }

      @Get('/name')
      name(session: Session<Narrow>) {
        const { data } = session
        data.count = 'two'
        data.name = 'new'
      }

      @Get('/caller')
      async caller(session: Session<Narrow>) {
        return (await callerOf(session))?.id
      }
    }
    const { visitor } = open()
    await visitor.send('/count')
    await visitor.send('/sign-in?id=ada')
    const later = new Visitor(sessionKernel([Later, Page], store()).kernel)
    for (const [name, value] of visitor.cookies) later.cookies.set(name, value)
    expect(await later.read('/show')).toEqual({ count: 'one', name: '', isNew: false })
    await later.send('/name')
    expect(await later.read('/show')).toEqual({ count: 'two', name: 'new', isNew: false })
    expect(await later.read('/caller')).toBe('ada')
  })
}

describe('sealed in the cookie', () => {
  contract(() => undefined)

  test('one that is too large is a 500, and the log says what to do', async () => {
    const { kernel, log } = sessionKernel(shop)
    const visitor = new Visitor(kernel)
    await visitor.send('/count')
    expect((await visitor.send(`/cart?item=${'x'.repeat(4000)}`)).status).toBe(500)
    expect(String((log.errors[0] as { error: unknown }).error)).toMatch(
      /^SessionTooLarge: The session is too large for a cookie.*SessionStore/,
    )
    expect(await visitor.read('/count')).toBe(2)
  })

  test('a cookie holds as much data as documented', async () => {
    const visitor = new Visitor(sessionKernel(shop).kernel)
    expect((await visitor.send(`/cart?item=${'x'.repeat(2450)}`)).status).toBe(200)
    expect((await visitor.send(`/cart?item=${'x'.repeat(50)}`)).status).toBe(200)
  })

  test('sessions cannot be ended everywhere, and the log says what to do', async () => {
    const { kernel, log } = sessionKernel(shop)
    const visitor = new Visitor(kernel)
    await visitor.send('/sign-in?id=ada')
    expect((await visitor.send('/sign-out-everywhere')).status).toBe(500)
    expect(String((log.errors[0] as { error: unknown }).error)).toBe(
      'TypeError: The sessions in other browsers cannot be ended, because sessions are sealed in their cookies. Register a ' +
        'SessionStore, such as: container.instance(SessionStore, new MemorySessions()).',
    )
    expect(await visitor.read('/caller')).toEqual(['ada', ['buyer']])
  })

  test('the value reveals nothing', async () => {
    const visitor = new Visitor(sessionKernel(shop).kernel)
    await visitor.send('/name?name=Augusta-Ada')
    expect(visitor.cookies.get('__Host-session')).toMatch(/^Fe26\.2\*/)
    expect(visitor.cookies.get('__Host-session')).not.toContain('Augusta')
  })
})

await describeStores((store) => {
  contract(store)

  const open = () => {
    const found = sessionKernel(shop, store())
    return { ...found, visitor: new Visitor(found.kernel) }
  }

  test("concurrent requests do not lose each other's changes", async () => {
    const { visitor } = open()
    await visitor.send('/cart?item=first')
    await meanwhile(
      () => [visitor.send('/slow?item=name'), visitor.send('/slow?item=count')],
      () => visitor.send('/cart?item=second'),
    )
    expect(await visitor.read('/show')).toMatchObject({
      count: 1,
      name: 'slow',
      cart: ['first', 'second'],
    })
  })

  test('of concurrent changes, all are kept', async () => {
    const now = Date.now()
    const session = { fields: { kept: '0' }, endsAt: now + 1e6, expiresAt: now + 1e5 }
    await store().create('side by side', { ...session, isReplaced: false }, now)
    const names = Array.from({ length: 30 }, (_, index) => `field${index}`)
    const done = await Promise.all(
      names.map((name, index) => {
        const change = { set: { [name]: String(index) }, remove: [], expiresAt: now + 2e5 }
        return store().update('side by side', change, now)
      }),
    )
    expect(done).toEqual(names.map(() => true))
    const set = Object.fromEntries(names.map((name, index) => [name, String(index)]))
    const change = { set: {}, remove: ['field7'], expiresAt: now + 2e5 }
    await store().update('side by side', change, now)
    const { field7: _, ...left } = set
    expect(await store().read('side by side', now)).toEqual({
      fields: { kept: '0', ...left },
      endsAt: now + 1e6,
      expiresAt: now + 2e5,
      isReplaced: false,
    })
    await store().delete('side by side')
    expect(await store().read('side by side', now)).toBeUndefined()
    expect(await store().update('side by side', change, now)).toBe(false)
  })

  test('for ten seconds, an old id reads its former data, and writes nothing', async () => {
    const { visitor, clock } = open()
    await visitor.send('/count')
    const late = visitor.twin()
    await visitor.send('/rotate')
    await visitor.send('/count')
    clock.forward(9_000)
    expect(await late.read('/show')).toMatchObject({ count: 1, isNew: false })
    expect(await late.read('/show')).not.toHaveProperty('name')
    const response = await late.send('/count')
    expect(response.headers.getSetCookie()).toEqual([])
    await late.send('/rotate')
    expect(await late.read('/show')).toMatchObject({ count: 1 })
    expect(await visitor.read('/show')).toMatchObject({ count: 2, name: 'rotated' })
    clock.forward(1_000)
    expect(await late.read('/show')).toMatchObject({ count: 0, isNew: true })
    expect(await visitor.read('/show')).toMatchObject({ count: 2 })
  })

  test('of two concurrent rotations, one is performed', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const other = visitor.twin()
    const both = await Promise.all([visitor.send('/rotate'), other.send('/rotate')])
    expect(both.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1)
  })

  test.each(['old', 'new'])('a sign-out by the %s id ends all ids of a session', async (which) => {
    const { visitor } = open()
    await visitor.send('/count')
    const first = visitor.twin()
    await visitor.send('/rotate')
    const second = visitor.twin()
    await visitor.send('/rotate')
    expect(await visitor.read('/show')).toMatchObject({ count: 1, isNew: false })
    expect(await first.read('/show')).toMatchObject({ count: 1, isNew: false })
    await (which === 'old' ? first : visitor).twin().send('/end')
    for (const each of [first, second, visitor]) {
      expect(await each.read('/show')).toMatchObject({ count: 0, isNew: true })
    }
  })

  test('a concurrent sign-out and rotation leave no valid id', async () => {
    const { visitor } = open()
    for (let round = 0; round < 20; round += 1) {
      await visitor.send('/count')
      const [old, rotating, ending] = [visitor.twin(), visitor.twin(), visitor.twin()]
      const rotate = () => rotating.send('/rotate')
      const end = () => ending.send('/end')
      const [one, other] = round % 2 === 0 ? [rotate, end] : [end, rotate]
      await Promise.all([one(), other()])
      for (const each of [old, rotating]) {
        expect(await each.read('/show')).toMatchObject({ count: 0 })
      }
      visitor.cookies.clear()
    }
  })

  test('an ended session does not come back', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const late = visitor.twin()
    await meanwhile(
      () => [late.send('/slow?item=name')],
      () => visitor.send('/end'),
    )
    expect(await late.read('/show')).toMatchObject({ isNew: true })
  })

  test('a session that ends twice at the same time has ended', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const late = visitor.twin()
    let status = 0
    await meanwhile(
      () => [late.send('/slow?item=end').then((response) => (status = response.status))],
      () => visitor.send('/end'),
    )
    expect(status).toBe(204)
    expect(late.cookies.size).toBe(0)
  })

  test('a sign-in under an old id starts another session', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    const late = visitor.twin()
    await visitor.send('/rotate')
    await late.send('/sign-in?id=late')
    expect(await late.read('/caller')).toEqual(['late', ['buyer']])
    expect(await visitor.read('/caller')).toEqual(['anonymous', []])
  })

  test('a caller stays signed in under another id, until all sessions of the caller end', async () => {
    const { visitor, clock } = open()
    const id = randomUUID()
    await visitor.send('/count')
    const before = visitor.cookies.get('__Host-session')
    await visitor.send(`/sign-in?id=${id}`)
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    const [phone, other] = [new Visitor(visitor.kernel), new Visitor(visitor.kernel)]
    await phone.send(`/sign-in?id=${id}`)
    await other.send(`/sign-in?id=${id}2`)
    expect(await visitor.read('/caller')).toEqual([id, ['buyer']])
    expect(await visitor.read('/show')).toMatchObject({ count: 1 })
    clock.forward(1)
    await phone.send('/sign-out-everywhere')
    expect(await visitor.read('/caller')).toEqual(['anonymous', []])
    expect(await phone.read('/show')).toMatchObject({ isNew: true })
    expect(await other.read('/caller')).toEqual([`${id}2`, ['buyer']])
    clock.forward(1)
    await visitor.send(`/sign-in?id=${id}`)
    expect(await visitor.read('/caller')).toEqual([id, ['buyer']])
  })

  test('without a caller, only the session itself ends everywhere', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    expect(await visitor.read('/caller')).toEqual(['anonymous', []])
    await visitor.send('/sign-out-everywhere')
    expect(await visitor.read('/show')).toMatchObject({ isNew: true })
  })

  test('the id is 32 random bytes', async () => {
    const { visitor } = open()
    await visitor.send('/count')
    expect(visitor.cookies.get('__Host-session')).toMatch(/^[\w-]{43}$/)
  })
})

test('the store does not contain ids', async () => {
  const seen: string[] = []
  class Watched extends MemorySessions {
    override create(...[key, session, now]: Parameters<MemorySessions['create']>): void {
      seen.push(key)
      super.create(key, session, now)
    }
  }
  const visitor = new Visitor(sessionKernel(shop, new Watched()).kernel)
  await visitor.send('/count')
  const [key] = seen
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(visitor.cookies.get('__Host-session')).not.toBe(key)
})

test('the store is read only if a session is used, and written only after changes', async () => {
  const requests: string[] = []
  class Watched extends MemorySessions {
    override read(...args: Parameters<MemorySessions['read']>) {
      requests.push('read')
      return super.read(...args)
    }

    override update(...args: Parameters<MemorySessions['update']>) {
      requests.push(`update ${Object.keys(args[1].set).join()}`)
      return super.update(...args)
    }
  }
  const { kernel, clock } = sessionKernel(shop, new Watched())
  const visitor = new Visitor(kernel)
  await visitor.send('/show')
  await visitor.send('/count')
  expect(requests).toEqual([])
  await visitor.send('/none')
  await visitor.send('/nowhere')
  expect(requests).toEqual([])
  await visitor.send('/show')
  clock.forward(3 * minute - 1)
  await visitor.send('/show')
  expect(requests.splice(0)).toEqual(['read', 'read'])
  clock.forward(1)
  await visitor.send('/show')
  expect(requests.splice(0)).toEqual(['read', 'update '])
  await visitor.send('/cart?item=x')
  expect(requests.splice(0)).toEqual(['read', 'update cart'])
})

test('the store in memory removes expired sessions, and the least recently used', () => {
  const store = new MemorySessions(3)
  const session = (expiresAt: number) => ({
    fields: {},
    endsAt: 1000,
    expiresAt,
    isReplaced: false,
  })
  store.create('a', session(10), 0)
  store.create('b', session(100), 0)
  store.create('c', session(100), 20)
  expect([store.read('a'), store.read('b')]).toEqual([undefined, session(100)])
  store.create('d', session(100), 20)
  store.update('b', { set: {}, remove: [], expiresAt: 100 })
  store.create('e', session(100), 20)
  expect(['b', 'c', 'd', 'e'].filter((key) => store.read(key))).toEqual(['b', 'd', 'e'])
})

test('a function that does not run the scripts of Redis is an error', async () => {
  const store = new RedisSessions(async () => 'OK')
  const session = { fields: {}, endsAt: 2, expiresAt: 2, isReplaced: false }
  const problem =
    'The function that was passed to RedisSessions must resolve with the result of the script.'
  await expect(store.read('key')).rejects.toThrow(problem)
  await expect(store.create('key', session, 1)).rejects.toThrow(problem)
})

await describeWith('redis', 'in Redis', (url) => {
  test('keys begin with fw:session:, and expire with their sessions', async () => {
    const redis = new Redis(url)
    const key = randomUUID()
    onTestFinished(async () => {
      await redis.del(`fw:session:${key}`)
      await redis.quit()
    })
    const store = new RedisSessions((script, keys, args) =>
      redis.eval(script, keys.length, ...keys, ...args),
    )
    const hours = async () => Math.ceil((await redis.pttl(`fw:session:${key}`)) / (60 * minute))
    const now = 1e12
    const after = (count: number) => now + count * 60 * minute
    const session = { fields: {}, endsAt: after(9), expiresAt: after(7), isReplaced: false }
    await store.create(key, session, now)
    expect(await hours()).toBe(7)
    await store.update(key, { set: {}, remove: [], expiresAt: after(8) }, now)
    expect(await hours()).toBe(8)
    await store.replace(key, after(5), now)
    expect(await hours()).toBe(5)
    expect(await store.read(key)).toEqual({ ...session, expiresAt: after(5), isReplaced: true })
  })
})

test('over plain HTTP to localhost, the cookie is named session', async () => {
  const visitor = new Visitor(sessionKernel(shop).kernel, 'http://localhost:3000')
  const response = await visitor.send('/count')
  expect(response.headers.get('set-cookie')).toMatch(
    /^session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await visitor.read('/count')).toBe(2)
})

test('a persistent session outlives the browser window', async () => {
  @Application()
  @Sessions(Visit, { idle: '1h', absolute: '2h', persistent: true })
  class Kept {}
  const { kernel, clock } = sessionKernel([Kept, Pages], new MemorySessions())
  const visitor = new Visitor(kernel)
  expect((await visitor.send('/count')).headers.get('set-cookie')).toContain('; Max-Age=7200;')
  clock.forward(30 * minute)
  expect((await visitor.send('/rotate')).headers.get('set-cookie')).toContain('; Max-Age=5400;')
})

test('the nearest data class is used, and leaves the fields of the other unchanged', async () => {
  class Wishes {
    constructor(public wishes: string[] = []) {}
  }
  @Sessions(Wishes)
  class List {
    @Get('/wish')
    wish(session: Session<Wishes>) {
      session.data.wishes.push('x')
      return session.data
    }
  }
  const visitor = new Visitor(sessionKernel([Shop, Pages, List]).kernel)
  await visitor.send('/count')
  expect(await visitor.read('/wish')).toEqual({ wishes: ['x'] })
  expect(await visitor.read('/count')).toBe(2)
  expect(await visitor.read('/wish')).toEqual({ wishes: ['x', 'x'] })
})

test('options may depend on the configuration', async () => {
  @Application()
  @Sessions(Visit, (config) => ({ persistent: config.has('FW_KEYS') }))
  class Configured {}
  const visitor = new Visitor(sessionKernel([Configured, Pages]).kernel)
  expect((await visitor.send('/count')).headers.get('set-cookie')).toContain('; Max-Age=43200;')
})

test('sessions also work without data', async () => {
  @Application()
  @Sessions({ idle: '5m' })
  class Plain {}
  class Page {
    @Get('/')
    page(session: Session) {
      const { isNew, data } = session
      return { isNew, data }
    }
  }
  const visitor = new Visitor(sessionKernel([Plain, Page], new MemorySessions()).kernel)
  expect(await visitor.read('/')).toEqual({ isNew: true, data: {} })
})

test('a session is taken by constructors and by middleware', async () => {
  class Basket {
    constructor(readonly session: Session<Visit>) {}
  }
  class Counting implements Middleware {
    constructor(readonly basket: Basket) {}

    handle(_request: HttpRequest, next: Next) {
      this.basket.session.data.count += 1
      return next()
    }
  }
  class Built {
    constructor(readonly basket: Basket) {}

    @Get('/built')
    built() {
      return this.basket.session.data.count
    }

    @Use(Counting)
    @Get('/counting')
    counting() {}
  }
  const visitor = new Visitor(sessionKernel([Shop, Built]).kernel)
  await visitor.send('/counting')
  await visitor.send('/counting')
  expect(await visitor.read('/built')).toBe(2)
})

test('changes after the headers were sent throw', async () => {
  const thrown: string[] = []
  const attempt = (act: () => void) => {
    try {
      act()
    } catch (error) {
      thrown.push(String(error))
    }
  }
  class Streams {
    @Get('/stream')
    stream(session: Session<Visit>) {
      session.data.count = 1
      return this.#later(session, session.data)
    }

    async *#later(session: Session<Visit>, data: Visit) {
      attempt(() => session.rotate())
      attempt(() => session.end())
      attempt(() => (session.data = new Visit()))
      attempt(() => (data.count = 2))
      attempt(() => session.data.cart.push('x'))
      expect(session.data.note).toBeNull()
      yield session.data.count
    }
  }
  const visitor = new Visitor(sessionKernel([Shop, Streams], new MemorySessions()).kernel)
  expect(await (await visitor.send('/stream')).text()).toContain('data: 1')
  const late =
    'TypeError: The session was changed too late: the headers of the response were already sent. '
  expect(thrown.slice(0, 3)).toEqual(Array(3).fill(`${late}Change it before the method returns.`))
  expect(thrown.slice(3)).toEqual([
    expect.stringContaining('Cannot assign to read only property'),
    expect.stringContaining('object is not extensible'),
  ])
})

test('data that could not be read back is a 500, and is not stored', async () => {
  const { kernel, log } = sessionKernel(shop, new MemorySessions())
  const visitor = new Visitor(kernel)
  await visitor.send('/count')
  expect((await visitor.send(`/name?name=${'x'.repeat(21)}`)).status).toBe(500)
  expect(String((log.errors[0] as { error: unknown }).error)).toBe(
    'SessionDataInvalid: The data of the session is not valid for Visit: ' +
      '"name" must be at most 20 characters. It was not stored.',
  )
  expect(await visitor.read('/show')).not.toHaveProperty('name')
})

test('data that responses do not contain is stored', async () => {
  class Account {
    constructor(
      @Hide() public token: string = '',
      public seen: Set<string> = new Set(),
    ) {}
  }
  @Application()
  @Sessions(Account)
  class Bank {}
  class Page {
    @Get('/open')
    open(session: Session<Account>): Account {
      session.data.token = 'secret'
      return session.data
    }

    @Get('/token')
    token(session: Session<Account>) {
      return session.data.token
    }
  }
  const visitor = new Visitor(sessionKernel([Bank, Page]).kernel)
  expect(await visitor.read('/open')).toEqual({ seen: [] })
  expect(await visitor.read('/token')).toBe('secret')
})

test('a response with Cache-Control: private keeps it', async () => {
  class Page {
    @Get('/private')
    page(session: Session<Visit>, request: HttpRequest) {
      const { data } = session
      data.count += 1
      return new Response('x', { headers: { 'cache-control': request.query.slice(1) } })
    }
  }
  const visitor = new Visitor(sessionKernel([Shop, Page], new MemorySessions()).kernel)
  const cacheControl = async (given: string) => {
    visitor.cookies.clear()
    return (await visitor.send(`/private?=${given}`)).headers.get('cache-control')
  }
  expect(await cacheControl('private')).toBe('private')
  expect(await cacheControl('public')).toBe('no-store')
})

test('a session that ends while its id changes leaves no valid id', async () => {
  const created: string[] = []
  class Ending extends MemorySessions {
    override create(...[key, session, now]: Parameters<MemorySessions['create']>): void {
      super.create(key, session, now)
      for (const previous of created.splice(0)) this.delete(previous)
      created.push(key)
    }
  }
  const store = new Ending()
  const visitor = new Visitor(sessionKernel(shop, store).kernel)
  await visitor.send('/count')
  await visitor.send('/rotate')
  expect(store.read(created[0] ?? '')).toBeUndefined()
  expect(await visitor.read('/show')).toMatchObject({ count: 0, isNew: true })
})

test('a store that does not respond is 503, and the log has the reason', async () => {
  class Hanging extends MemorySessions {
    override read(): Promise<undefined> {
      return new Promise(() => {})
    }
  }
  const { kernel, log } = sessionKernel(shop, new Hanging())
  const visitor = new Visitor(kernel)
  await visitor.send('/count')
  const response = await visitor.send('/show')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ error: 'Sessions are not available.' })
  expect(response.headers.get('retry-after')).toBe('5')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(String((log.errors[0] as { error: Error }).error.cause)).toBe(
    'Error: The session store: No response within 1000 ms.',
  )
})

test('a store that fails is 500', async () => {
  class Failing extends MemorySessions {
    override update(): boolean {
      throw new Error('The store is away.')
    }
  }
  const visitor = new Visitor(sessionKernel(shop, new Failing()).kernel)
  await visitor.send('/count')
  expect((await visitor.send('/count')).status).toBe(500)
})

describe('errors at boot', () => {
  const boot = (...types: Parameters<typeof sessionKernel>[0]) =>
    sessionKernel(types, new MemorySessions())

  test('sessions without a store', () => {
    expect(() => boot(Pages)).toThrow(
      /takes Session, which no middleware before it provides\. Put @Sessions\(…\) on the method, its class or the application\.$/,
    )
  })

  test('data of another class', () => {
    class Other {}
    class Page {
      @Get('/')
      page(session: Session<Other>) {
        return session.data
      }
    }
    expect(() => boot(Shop, Page)).toThrow(
      /Page\.page takes "session" as a Session<Other>, but its sessions contain Visit\. Write: @Sessions\(Other\)\.$/,
    )
  })

  test('data that cannot be created without values', () => {
    class Needy {
      constructor(public name: string) {}
    }
    @Application()
    @Sessions(Needy)
    class Strict {}
    expect(() => boot(Strict)).toThrow(
      /@Sessions\(Needy\): a new session has no data, but Needy needs "name"\./,
    )
  })

  test('data that would not be stored', () => {
    class Lossy {
      readonly doubled: number

      constructor(count: int = 0) {
        this.doubled = count * 2
      }
    }
    @Application()
    @Sessions(Lossy)
    class Strict {}
    expect(() => boot(Strict)).toThrow(
      /@Sessions\(Lossy\): the parameter "count" of Lossy is not stored, because it is not a property\./,
    )
  })

  test('a data property that is not a parameter of the constructor', () => {
    class Forgetful {
      count: int = 0
    }
    class HalfForgetful {
      count: int = 0
      constructor(public name = '') {}
    }
    const application = (data: typeof Forgetful | typeof HalfForgetful) => {
      @Application()
      @Sessions(data)
      class Strict {}
      return Strict
    }
    expect(() => boot(application(Forgetful))).toThrow(
      /Strict: Forgetful \(.*\): data is passed to the constructor, which does not take "count"\. Replace these properties with: constructor\(public count: int = 0\) \{\}\./,
    )
    expect(() => boot(application(HalfForgetful))).toThrow(
      /@Sessions\(HalfForgetful\): the property "count" of HalfForgetful is not stored, because its constructor does not take it\. Write: constructor\(public count = …\)\./,
    )
  })

  test('but not two equal limits', () => {
    @Application()
    @Sessions(Visit, { idle: '1h', absolute: '1h' })
    class Equal {}
    expect(() => boot(Equal)).not.toThrow()
  })

  test.each([{ idle: '1d' }, { idle: '0s' }, { idle: 'soon' }])('%o', (options) => {
    @Application()
    @Sessions(Visit, options)
    class Strict {}
    expect(() => boot(Strict)).toThrow(/is not a duration|at most "absolute"/)
  })

  test('neither a store nor a key', () => {
    @Application()
    @Sessions(Visit)
    class Keyless {}
    expect(() => sessionKernel([Keyless, Pages], undefined, {})).toThrow(
      /^Keyless \(.*\): FW_KEYS is not set/,
    )
  })
})

test('sessions can be switched off', async () => {
  @Sessions(false)
  class Off {
    @Get('/off')
    off(session?: Session<Visit>) {
      return session === undefined
    }
  }
  expect(() => sessionKernel([Shop, Off])).toThrow(/takes Session, which no middleware/)
})

test('a session in a tool is an error at boot', () => {
  class Tools {
    @McpTool('count', 'Counts.')
    count(session: Session<Visit>) {
      const { data } = session
      return data.count
    }
  }
  const tools = new McpRegistry()
  tools.register(Tools)
  expect(() => new McpServer(tools, new McpDispatcher(new Container().boot()))).toThrow(
    /takes Session, which does not exist for agents\./,
  )
})
