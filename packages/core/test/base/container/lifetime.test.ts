import { describe, expect, test } from 'vitest'
import { Container } from '../../../src/base/container/container.ts'
import { OutsideRequestScope } from '../../../src/base/container/errors.ts'

class Tally {
  count = 0
}
class CurrentUser {
  constructor(readonly request: Request) {}
  get name() {
    return this.request.headers.get('x-user')
  }
}
class Greeter {
  constructor(
    readonly user: CurrentUser,
    readonly tally: Tally,
  ) {}
}

const requestBy = (name: string) =>
  new Map([[Request, new Request('http://localhost/', { headers: { 'x-user': name } })]])

describe('a class that depends on the request', () => {
  test('is created once per scope, and shares singletons', () => {
    const container = new Container().boot()
    const ada = container.createScope(requestBy('ada'))
    const bob = container.createScope(requestBy('bob'))

    expect(ada.get(Greeter).user.name).toBe('ada')
    expect(bob.get(Greeter).user.name).toBe('bob')
    expect(ada.get(Greeter)).toBe(ada.get(Greeter))
    expect(ada.get(CurrentUser)).toBe(ada.get(Greeter).user)
    expect(ada.get(Greeter).tally).toBe(bob.get(Greeter).tally)
    expect(container.get(Tally)).toBe(ada.get(Tally))
  })

  test('is known before anything is created', () => {
    const container = new Container().boot()

    expect(container.lifetime(Greeter)).toBe('request')
    expect(container.lifetime(CurrentUser)).toBe('request')
    expect(container.lifetime(Request)).toBe('request')
    expect(container.lifetime(Tally)).toBe('singleton')
  })

  test('cannot be used outside a request, and the error shows the path to the request', () => {
    const container = new Container()

    expect(() => container.get(Greeter)).toThrow(OutsideRequestScope)
    expect(() => container.get(Greeter)).toThrow(
      new RegExp(
        [
          'Greeter exists once per request, but was resolved outside a request. ' +
            'Get it from a scope: container.createScope\\(\\).',
          '  Greeter',
          '  └─ user: CurrentUser \\(.*lifetime.test.ts:\\d+:\\d+\\)',
          '     └─ request: Request \\(.*lifetime.test.ts:\\d+:\\d+\\)$',
        ].join('\n'),
      ),
    )
  })

  test('cannot be used in a scope that was opened for something else', () => {
    expect(() => new Container().createScope().get(CurrentUser)).toThrow(
      'Request exists only during an HTTP request.\n  CurrentUser\n  └─ Request',
    )
  })
})

describe('a binding with scope request', () => {
  const container = new Container()
    .bind(Tally, () => new Tally(), { scope: 'request' })
    .bind(Greeter, (c) => new Greeter(c.get(CurrentUser), c.get(Tally)), { scope: 'request' })
    .boot()

  test('is created once per scope from the services of the scope', () => {
    const scope = container.createScope(requestBy('ada'))

    expect(scope.get(Greeter).tally).toBe(scope.get(Tally))
    expect(scope.get(Greeter).user.name).toBe('ada')
    expect(container.createScope().get(Tally)).not.toBe(scope.get(Tally))
  })

  test('makes its dependents request-scoped too', () => {
    class Report {
      constructor(readonly tally: Tally) {}
    }

    expect(container.lifetime(Report)).toBe('request')
  })
})

test('a value that a scope provides takes precedence over a registration', () => {
  const own = new Tally()
  const container = new Container().bind(Tally, () => new Tally(), { scope: 'request' })

  expect(container.createScope(new Map([[Tally, own]])).get(Tally)).toBe(own)
})

test('a singleton binding with a request-scoped dependency is an error', () => {
  const container = new Container().bind(Tally, (c) => {
    c.get(CurrentUser)
    return new Tally()
  })

  expect(() => container.createScope(requestBy('ada')).get(Tally)).toThrow(
    'CurrentUser exists once per request, but was resolved outside a request. ' +
      "Tally is created outside of a request: register it with { scope: 'request' } too.\n  Tally\n  └─ CurrentUser\n",
  )
})

test('a transient service in a scope can use the scope', () => {
  class Line {
    constructor(readonly user: CurrentUser) {}
  }
  const container = new Container().bind(Line, (c) => new Line(c.get(CurrentUser)), {
    scope: 'transient',
  })
  const scope = container.createScope(requestBy('ada'))

  expect(scope.get(Line)).not.toBe(scope.get(Line))
  expect(scope.get(Line).user).toBe(scope.get(CurrentUser))
})
