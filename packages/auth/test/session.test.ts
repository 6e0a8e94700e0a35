import { session } from '@fw/auth'
import {
  Application,
  Authenticated,
  Authentication,
  Clock,
  Config,
  Container,
  type Class,
  Get,
  Kernel,
  Logger,
  Post,
  Principal,
  Public,
  Query,
  Router,
  Session,
  Sessions,
} from '@fw/core'
import { MemorySessions, SessionStore } from '@fw/core/web'
import { describe, expect, test } from 'vitest'
import { FullLog } from '../../core/test/features/access/guarded.ts'
import { describeStores } from '../../core/test/features/sessions/session-stores.ts'
import { SetClock, Visitor } from '../../core/test/features/middleware/visiting.ts'
import { SignOuts } from './sign-outs.ts'

class Accounts extends SignOuts {
  @Post('/login')
  @Public()
  login(current: Session, @Query() name: string) {
    current.signIn(new Principal({ id: name, roles: ['member'] }))
  }

  @Get('/me')
  me(caller: Principal) {
    return { id: caller.id, roles: caller.roles, scheme: caller.scheme }
  }

  @Post('/orders')
  @Authenticated()
  order() {
    return 'ordered'
  }
}

class Visit {
  constructor(public cart: string[] = []) {}
}

@Application()
@Sessions(Visit)
class Shop {}

class Carts {
  @Post('/cart')
  @Public()
  add(visit: Session<Visit>, @Query() item: string) {
    visit.data.cart.push(item)
  }

  @Get('/cart')
  show(visit: Session<Visit>, caller: Principal) {
    return [caller.id, ...visit.data.cart]
  }

  @Post('/cart/login')
  @Public()
  login(visit: Session<Visit>) {
    visit.signIn(new Principal({ id: 'ada' }))
  }
}

function kernelOf(
  classes: readonly Class[],
  options: Parameters<typeof session>[0] = {},
  store: SessionStore | undefined = new MemorySessions(),
) {
  const clock = new SetClock()
  const log = new FullLog()
  const container = new Container()
    .instance(Clock, clock)
    .instance(Logger, log)
    .instance(Config, Config.of({ FW_KEYS: 'sessions are sealed by this key in tests' }))
    .instance(Authentication, new Authentication({ schemes: { web: session(options) } }))
  if (store) container.instance(SessionStore, store)
  const router = new Router()
  for (const type of classes) router.register(type)
  return { kernel: new Kernel(container.boot(), router), clock, log }
}

const post = { method: 'POST' }

/** Returns the status of a sign-in. A database that is busy for longer than a second is a 503, which is repeated. */
async function signIn(user: { readonly name: string; readonly visitor: Visitor }): Promise<number> {
  let status = 503
  const send = async () => {
    status = (await user.visitor.send(`/login?name=${user.name}`, post)).status
    return status
  }
  await expect.poll(send).not.toBe(503)
  return status
}

describe.each<[string, SessionStore | undefined]>([
  ['a store', new MemorySessions()],
  ['their cookies', undefined],
])('with sessions in %s', (_name, store) => {
  test('a user is authenticated from sign-in to sign-out', async () => {
    const { kernel, log } = kernelOf([Accounts], {}, store)
    const ada = new Visitor(kernel)
    expect((await ada.send('/me')).status).toBe(401)
    expect((await ada.send('/login?name=ada', post)).status).toBe(204)
    expect(await ada.read('/me')).toEqual({ id: 'ada', roles: ['member'], scheme: 'web' })
    expect((await new Visitor(kernel).send('/me')).status).toBe(401)
    const logoutResponse = await ada.send('/logout', post)
    expect(logoutResponse.headers.get('set-cookie')).toContain('__Host-session=; Max-Age=0; Path=/')
    expect((await ada.send('/me')).status).toBe(401)
    expect(log.lines.filter(([level]) => level === 'error')).toEqual([])
  })

  test('an unused session ends, and its cookie is cleared', async () => {
    const { kernel, clock } = kernelOf([Accounts], { idle: '10m' }, store)
    const ada = new Visitor(kernel)
    await ada.send('/login?name=ada', post)
    clock.forward(600_001)
    const response = await ada.send('/me')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Session realm=/u)
    expect(response.headers.get('vary')).toContain('Cookie')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(ada.cookies.size).toBe(0)
  })

  test('data from before the sign-in is kept, and no session is cleared', async () => {
    const { kernel } = kernelOf([Shop, Carts], {}, store)
    const ada = new Visitor(kernel)
    await ada.send('/cart?item=tea', post)
    expect((await ada.send('/cart')).status).toBe(401)
    expect(ada.cookies.size).toBe(1)
    await ada.send('/cart/login', post)
    await ada.send('/cart?item=milk', post)
    expect(await ada.read('/cart')).toEqual(['ada', 'tea', 'milk'])
  })
})

test('the session id changes when a user signs in', async () => {
  const { kernel } = kernelOf([Shop, Carts])
  const ada = new Visitor(kernel)
  await ada.send('/cart?item=tea', post)
  const mallory = ada.twin()
  await ada.send('/cart/login', post)
  expect((await mallory.send('/cart')).status).toBe(401)
  mallory.cookies.set('__Host-session', 'A'.repeat(43))
  expect((await mallory.send('/cart/login', post)).status).toBe(204)
  expect(mallory.cookies.get('__Host-session')).not.toBe('A'.repeat(43))
})

await describeStores((store) => {
  test('of concurrent sign-ins, each gets its own identity', async () => {
    const { kernel } = kernelOf([Accounts], {}, store())
    const names = Array.from({ length: 25 }, (_, index) => `user ${index}`)
    const all = names.map((name) => ({ name, visitor: new Visitor(kernel) }))
    await Promise.all([...all, ...all].map(signIn))
    const found = await Promise.all(all.map(({ visitor }) => visitor.read('/me')))
    expect(found).toEqual(names.map((id) => expect.objectContaining({ id })))
    expect(new Set(all.flatMap(({ visitor }) => [...visitor.cookies.values()])).size).toBe(25)
  })

  test('of concurrent sign-ins with one session, each cookie belongs to its own user, and the first cookie is anonymous', async () => {
    const { kernel } = kernelOf([Shop, Carts, Accounts], {}, store())
    const first = new Visitor(kernel)
    await first.send('/cart?item=tea', post)
    const names = Array.from({ length: 20 }, (_, index) => `user ${index}`)
    const all = names.map((name) => ({ name, visitor: first.twin() }))
    const statuses = await Promise.all(all.map(signIn))
    expect(new Set(statuses)).toEqual(new Set([204]))
    const signedIn: string[] = []
    for (const { name, visitor } of all) {
      const response = await visitor.send('/me')
      if (response.status === 401) continue
      expect(await response.json()).toMatchObject({ id: name })
      signedIn.push(name)
    }
    expect(signedIn.length).toBeGreaterThan(0)
    expect((await first.send('/me')).status).toBe(401)
  })

  test('signing out everywhere ends all current sessions of a caller', async () => {
    const { kernel, clock } = kernelOf([Accounts], {}, store())
    const [phone, desk, bob] = [new Visitor(kernel), new Visitor(kernel), new Visitor(kernel)]
    await phone.send('/login?name=ada', post)
    await desk.send('/login?name=ada', post)
    await bob.send('/login?name=bob', post)
    clock.forward(1)
    expect((await desk.send('/logout-everywhere', post)).status).toBe(204)
    expect((await phone.send('/me')).status).toBe(401)
    expect((await bob.send('/me')).status).toBe(200)
    clock.forward(1)
    await phone.send('/login?name=ada', post)
    expect((await phone.send('/me')).status).toBe(200)
  })
})

describe('a request from a page of another origin', () => {
  test.each<[string, Record<string, string>, number]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    [
      'another site, with credentials that the browser has stored',
      { 'sec-fetch-site': 'cross-site', authorization: 'Basic eDp5' },
      403,
    ],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a client other than a browser', {}, 200],
    [
      'a trusted origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://partner.example' },
      200,
    ],
  ])('%s: %o', async (_what, headers, status) => {
    const { kernel } = kernelOf([Accounts], { origins: ['https://partner.example'] })
    const ada = new Visitor(kernel)
    await ada.send('/login?name=ada', post)
    expect((await ada.send('/orders', { method: 'POST', headers })).status).toBe(status)
    const signIn = await new Visitor(kernel).send('/login?name=mallory', {
      method: 'POST',
      headers,
    })
    expect(signIn.status).toBe(status === 200 ? 204 : 403)
  })
})

test('browsers that request a page are redirected to sign in, other clients are not', async () => {
  const { kernel } = kernelOf([Accounts], { loginPath: '/login' })
  const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const { status, headers: given } = await new Visitor(kernel).send(path, { headers, method })
    return [status, given.get('location')]
  }
  const page = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
  expect(await ask('/me?tab=1', page)).toEqual([303, '/login?next=%2Fme%3Ftab%3D1'])
  expect(await ask('/me', { accept: 'text/html' })).toEqual([303, '/login?next=%2Fme'])
  expect(await ask('/me', { 'sec-fetch-mode': 'cors', accept: 'text/html' })).toEqual([401, null])
  expect(await ask('/me', {})).toEqual([401, null])
  expect(await ask('/orders', page, 'POST')).toEqual([401, null])
  expect(await ask('/nowhere', page)).toEqual([404, null])
})

test('boot refuses an idle time beyond the lifetime of a session, and invalid origins', () => {
  expect(() => kernelOf([Accounts], { idle: '2h', absolute: '1h' })).toThrow(
    'session(…): "idle" must be more than 0',
  )
  expect(() => session({ origins: ['shop'] })).toThrow('"shop" is not an origin')
})

describe('a caller with a class of the application', () => {
  class User extends Principal {
    get greeting() {
      return `Hello ${this.id}, ${String(this.roles)}`
    }
  }

  class Greetings {
    @Post('/login')
    @Public()
    login(current: Session) {
      current.signIn(new User({ id: 'ada', roles: ['member'], claims: { theme: 'dark' } }))
    }

    @Get('/greeting')
    greeting(user: User) {
      return user.greeting
    }
  }

  const kernelWith = (options: Parameters<typeof session>[0]) => {
    const schemes = { browser: session(options) }
    const container = new Container()
      .instance(Config, Config.of({}))
      .instance(SessionStore, new MemorySessions())
      .bind(Authentication, () => new Authentication({ schemes }))
      .boot()
    return new Kernel(container, new Router().register(Greetings))
  }

  test('is an error at boot without the option principal', () => {
    expect(() => kernelWith({})).toThrow(
      /^Greetings\.greeting \(.*\): parameter "user" takes User, but the accepted schemes \(browser\) create only a Principal\. Give them the option principal, a function \(claims, verified\) that returns the User, or change the type\.$/u,
    )
  })

  test('is created from the claims and the data of the session', async () => {
    const seen: unknown[] = []
    const kernel = kernelWith({
      principal: (claims, verified) => {
        seen.push([claims, verified.id, verified.constructor])
        return new User({ id: verified.id, roles: verified.roles })
      },
    })
    const login = await kernel.fetch(new Request('https://localhost/login', { method: 'POST' }))
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] as string
    const greeted = await kernel.fetch(
      new Request('https://localhost/greeting', { headers: { cookie } }),
    )
    expect(await greeted.json()).toBe('Hello ada, member')
    expect(seen).toEqual([[{ theme: 'dark' }, 'ada', Principal]])
  })
})

test('signing out everywhere also ends longer sessions', async () => {
  @Sessions({ absolute: '30d', idle: '30d' })
  class Long {
    @Post('/long/login')
    @Public()
    login(current: Session) {
      current.signIn(new Principal({ id: 'ada' }))
    }

    @Get('/long/me')
    me(caller: Principal, _current: Session) {
      return caller.id
    }
  }
  const clock = new SetClock()
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Clock, clock)
    .instance(Logger, new FullLog())
    .instance(SessionStore, new MemorySessions())
    .instance(Authentication, new Authentication({ schemes: { browser: session() } }))
  const router = new Router()
  for (const type of [Long, Accounts]) router.register(type)
  const kernel = new Kernel(container.boot(), router)
  const [long, short] = [new Visitor(kernel), new Visitor(kernel)]
  await long.send('/long/login', { method: 'POST' })
  await short.send('/login?name=ada', { method: 'POST' })
  expect((await long.send('/long/me')).status).toBe(200)
  clock.forward(1)
  await short.send('/logout-everywhere', { method: 'POST' })
  for (const days of [0, 1, 10]) {
    clock.forward(days * 86_400_000)
    expect((await long.twin().send('/long/me')).status).toBe(401)
  }
})
