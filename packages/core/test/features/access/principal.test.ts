import {
  Authentication,
  Container,
  Get,
  HttpRequest,
  Principal,
  Provides,
  Public,
  reflect,
  Scheme,
  Stage,
  Use,
  attribute,
  type Credential,
  type Middleware,
  type Next,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { withToken, bearer, guardedKernel, TokenTable, startKernel, User } from './guarded.ts'

describe('a principal', () => {
  test('has a key of issuer and id, and non-enumerable claims', () => {
    const claims = { secret: 'yes' }
    const ada = new Principal({ id: 'ada', issuer: 'https://id.example', claims })
    expect([ada.key, new Principal({ id: 'ada' }).key]).toEqual(['https://id.example#ada', '#ada'])
    expect(new Principal({ id: 'b', issuer: 'a#' }).key).not.toBe(
      new Principal({ id: '#b', issuer: 'a' }).key,
    )
    expect(ada.claims).toBe(claims)
    expect(JSON.stringify(ada)).toBe(
      '{"id":"ada","issuer":"https://id.example","scheme":"","scopes":[],"roles":[]}',
    )
  })

  test('that two schemes share has the values of each scheme separately', async () => {
    const shared = new User({ id: 'ada' })
    const scheme = (header: string, scopes?: 'all') =>
      new TokenTable({ header }, { a: shared }, scopes && { scopes })
    const received: User[] = []
    class Pages {
      @Get('/page')
      page(user: User) {
        received.push(user)
      }
    }
    const schemes = { one: scheme('X-One', 'all'), two: scheme('X-Two') }
    const send = await startKernel(guardedKernel([Pages], { schemes }).kernel)
    for (const name of ['X-One', 'X-Two', 'X-One', 'X-Two']) {
      expect((await send('/page', { headers: { [name]: 'a' } })).status).toBe(204)
    }
    expect(received.map(({ scheme: name, scopes }) => [name, scopes])).toEqual([
      ['one', 'all'],
      ['two', []],
      ['one', 'all'],
      ['two', []],
    ])
  })

  test('that several requests share is copied for each, with the values of its credential', async () => {
    const shared = new User({ id: 'ada', roles: ['admin'] })
    const tokens = {
      reads: { id: 'x', scopes: ['read'], roles: ['none'], claims: { n: 1 } },
      writes: { id: 'x', scopes: ['write'], clientId: 'cli' },
    }
    const received: User[] = []
    class Who {
      @Get('/who')
      async who(user: User) {
        await new Promise((resolve) => setTimeout(resolve, 10))
        received.push(user)
        return [user.id, user.scopes, user.roles, user.clientId ?? null, user.claims]
      }
    }
    const user = new TokenTable({ authorization: 'Bearer' }, tokens, { principal: () => shared })
    const send = await startKernel(guardedKernel([Who], { schemes: { user } }).kernel)
    const names = ['reads', 'writes', 'reads']
    const responses = await Promise.all(
      names.map(async (name) => (await send('/who', withToken(name))).json()),
    )
    const reads = ['ada', ['read'], ['admin'], null, { n: 1 }]
    expect(responses).toEqual([reads, ['ada', ['write'], ['admin'], 'cli', {}], reads])
    expect(new Set(received).size).toBe(3)
    expect(received.every((each) => each instanceof User)).toBe(true)
  })

  test('without delegation has every scope', async () => {
    class All {
      @Get('/scopes')
      scopes(user: Principal) {
        return user.scopes
      }
    }
    const known = { a: { id: 'a', scopes: ['read'] } }
    const user = new TokenTable({ authorization: 'Bearer' }, known, { scopes: 'all' })
    const send = await startKernel(guardedKernel([All], { schemes: { user } }).kernel)
    expect(await (await send('/scopes', withToken('a'))).json()).toBe('all')
  })
})

/** A value that a scheme supplies. */
class Visit {
  constructor(readonly number: number) {}
}

Provides(Visit)(Visit)

class Visits extends Scheme {
  readonly reads = { cookie: 'visit' }
  prepared = 0

  override get provides() {
    return [Visit]
  }

  override async prepare(request: HttpRequest): Promise<void> {
    this.prepared += 1
    request.provide(Visit, new Visit(this.prepared))
  }

  authenticate({ text }: Credential): Principal {
    return new Principal({ id: text })
  }
}

test('a scheme provides its values to public methods too, but only if they take them', async () => {
  class Pages {
    @Get('/visit')
    @Public()
    visit(visit: Visit) {
      return visit.number
    }

    @Get('/plain')
    @Public()
    plain() {
      return 'plain'
    }
  }
  const visits = new Visits()
  const send = await startKernel(guardedKernel([Pages], { schemes: { visits } }).kernel)
  const response = await send('/visit', { headers: { cookie: 'visit=ada' } })
  expect([await response.json(), response.headers.get('vary')]).toEqual([1, null])
  expect(await (await send('/plain')).json()).toBe('plain')
  expect(visits.prepared).toBe(1)
})

@Stage('authenticate')
class Early implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-early', 'yes'))
  }
}

class Trace implements Middleware {
  constructor(readonly user: User) {}

  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-user', this.user.id))
  }
}

test('callers are authenticated after the middleware of the stage, and inner middleware may take the caller', async () => {
  @Use(Early, Trace)
  class Pages {
    @Get('/page')
    page() {
      return 'page'
    }
  }
  const user = new TokenTable({ authorization: 'Bearer' }, { a: new User({ id: 'a' }) })
  const { kernel } = guardedKernel([Pages], { schemes: { user } })
  const send = await startKernel(kernel)
  const response = await send('/page', withToken('a'))
  expect([response.headers.get('x-user'), response.headers.get('x-early')]).toEqual(['a', 'yes'])
  expect((await send('/page')).status).toBe(401)
  const chain = [...kernel.plans.values()][0]?.middleware.map(({ type }) => type.name)
  expect(chain).toEqual(['Early', 'AccessGate', 'Trace'])
})

test('a public route skips authentication', () => {
  class Pages {
    @Get('/page')
    @Public()
    page() {}
  }
  expect([...guardedKernel([Pages]).kernel.plans.values()][0]?.middleware).toEqual([])
})

test('a method that no request calls gets the LocalPrincipal, and no other class', async () => {
  const Described = attribute(class Mark {})
  class Jobs {
    @Described()
    clean(caller: Principal) {
      return caller.key
    }

    @Described()
    bill(_user: User) {}
  }
  const authentication = new Authentication({ schemes: { user: bearer({}) } })
  const container = new Container().instance(Authentication, authentication).boot()
  const [clean, bill] = reflect(Jobs).methods
  if (!clean || !bill) throw new Error('The methods are not described.')
  expect(
    await container.planMethod(Jobs, clean).invoke(([caller]) => (caller as Principal).key),
  ).toBe('#local')
  expect(() => container.planMethod(Jobs, bill)).toThrow(
    /Jobs\.bill \(.*\): it takes User, but it runs outside of requests\./u,
  )
  expect(() => new Container().boot().planMethod(Jobs, clean)).toThrow(
    /Jobs\.clean \(.*\): it takes Principal, but there is no Authentication\. Register an Authentication/u,
  )
})

describe('middleware of an earlier stage than handle', () => {
  class Pages {
    @Get('/page')
    page(user: User) {
      return user.id
    }
  }

  test('that takes the caller is an error at boot that contains the first stage with a caller', () => {
    @Stage('authenticate')
    class Early implements Middleware {
      constructor(readonly user: User) {}

      handle(_request: HttpRequest, next: Next) {
        return next()
      }
    }
    @Use(Early)
    class Guarded extends Pages {}
    expect(() => guardedKernel([Guarded])).toThrow(
      /^Guarded \(.*\): The constructor of Early takes User\. The caller is only available from the stage "handle" on\. Remove the @Stage of Early\.$/u,
    )
  })

  test('that asks for the caller fails with the same reason', async () => {
    const received: unknown[] = []
    @Stage('authenticate')
    class Early implements Middleware {
      handle(request: HttpRequest, next: Next) {
        try {
          request.get(User)
        } catch (error) {
          received.push(String(error))
        }
        return next()
      }
    }
    class Later implements Middleware {
      handle(request: HttpRequest, next: Next) {
        received.push(request.get(User).id)
        return next()
      }
    }
    @Use(Early, Later)
    class Guarded extends Pages {}
    const send = await startKernel(
      guardedKernel([Guarded], { schemes: { user: bearer({ ada: new User({ id: 'ada' }) }) } })
        .kernel,
    )
    expect(await (await send('/page', withToken('ada'))).json()).toBe('ada')
    expect(received).toEqual([
      'NotProvided: This request has no User, or not yet. The caller is only available from the stage "handle" on. Move middleware that needs it to that stage, or declare the parameter as "User | null".',
      'ada',
    ])
  })
})
