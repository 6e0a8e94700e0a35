import { describe, expect, test } from 'vitest'
import { Container } from '../../../src/base/container/container.ts'

class Clock {
  readonly startedAt = new Date(0)
}
abstract class Mailer {
  abstract send(text: string): string
}
class SmtpMailer extends Mailer {
  constructor(private readonly host: string) {
    super()
  }
  send(text: string) {
    return `${this.host}: ${text}`
  }
}
class Orders {
  constructor(
    readonly clock: Clock,
    readonly mailer: Mailer,
  ) {}
}
class SpecialOrders extends Orders {}

test('an unregistered class is created from its constructor types, once', () => {
  const container = new Container().instance(Mailer, new SmtpMailer('mail.test'))

  const orders = container.get(Orders)

  expect(orders.mailer.send('hello')).toBe('mail.test: hello')
  expect(orders.clock).toBeInstanceOf(Clock)
  expect(container.get(Orders)).toBe(orders)
  expect(container.get(Clock)).toBe(orders.clock)
})

test('a subclass without a constructor has the parameters of its parent', () => {
  const container = new Container().instance(Mailer, new SmtpMailer('mail.test'))

  expect(container.get(SpecialOrders).clock).toBe(container.get(Clock))
})

test('a bound class is created on first use, with the dependencies of its factory', () => {
  let builds = 0
  const container = new Container().bind(Mailer, (c) => {
    builds++
    return new SmtpMailer(c.get(Clock).startedAt.toISOString())
  })
  container.boot()

  expect(builds).toBe(0)
  expect(container.get(Mailer).send('x')).toBe('1970-01-01T00:00:00.000Z: x')
  expect(container.get(Orders).mailer).toBe(container.get(Mailer))
  expect(builds).toBe(1)
})

test('a transient service is created each time', () => {
  const container = new Container().bind(Clock, () => new Clock(), { scope: 'transient' })

  expect(container.get(Clock)).not.toBe(container.get(Clock))
  expect(container.lifetime(Clock)).toBe('transient')
})

test('the last registration of a token is used, until the service has been created', () => {
  const second = new SmtpMailer('second')
  const container = new Container()
    .bind(Mailer, () => new SmtpMailer('first'))
    .instance(Mailer, second)

  expect(container.get(Mailer)).toBe(second)
  container.bind(Clock, () => new Clock()).get(Clock)
  expect(() => container.bind(Clock, () => new Clock())).toThrow(
    'Clock cannot be registered: it was already created. Register it before its first use.',
  )
})

test('a booted container accepts no more registrations', () => {
  const container = new Container().boot()

  expect(() => container.instance(Clock, new Clock())).toThrow(
    'Clock cannot be registered: the container has booted. ' +
      'Register it in src/bootstrap.ts, or before boot().',
  )
  expect(() => container.bind(Clock, () => new Clock())).toThrow('the container has booted')
})

test('has() is true for what was registered, even if it cannot be created', () => {
  const container = new Container().instance(Mailer, new SmtpMailer('x'))

  expect(container.has(Mailer)).toBe(true)
  expect(container.has(Clock)).toBe(false)
})

test('the container can be injected', () => {
  class NeedsContainer {
    constructor(readonly container: Container) {}
  }
  const container = new Container()

  expect(container.get(NeedsContainer).container).toBe(container)
})

test('a parameter that the container cannot fill gets its default, undefined or null', () => {
  class Forgiving {
    constructor(
      readonly text: string | null,
      readonly limit = 10,
      readonly nothing: Mailer | null = null,
      readonly mailer?: Mailer,
      readonly clock?: Clock,
      ..._rest: string[]
    ) {}
  }

  expect({ ...new Container().get(Forgiving) }).toEqual({
    limit: 10,
    mailer: undefined,
    nothing: null,
    text: null,
    clock: new Clock(),
  })
})

describe('an asynchronous factory throws', () => {
  const once =
    'The binding of Clock is asynchronous. ' +
    'Await it in src/bootstrap.ts: container.instance(Clock, await …).'
  const oftener =
    'The binding of Clock is asynchronous, but objects per request or per use are created ' +
    'synchronously. Move the asynchronous work to a method, such as ' +
    'async load() { … }, and await it where Clock is used.'

  test.each([
    ['singleton', once],
    ['request', oftener],
    ['transient', oftener],
  ] as const)('is rejected at registration or on first use: %s', (scope, text) => {
    const container = new Container()
    const asynchronous = (async () => new Clock()) as never
    const promising = (() => Promise.resolve(new Clock())) as never

    expect(() => container.bind(Clock, asynchronous, { scope })).toThrow(text)
    expect(() => container.bind(Clock, promising, { scope }).createScope().get(Clock)).toThrow(text)
  })
})

test('a factory that returns nothing throws', () => {
  const container = new Container().bind(Mailer, (() => undefined) as never)

  expect(() => container.get(Mailer)).toThrow(
    'The binding of Mailer returned undefined. Return an instance of Mailer.',
  )
})

test('an error of a constructor is thrown unchanged', () => {
  const failure = new Error('no connection')
  class Broken {
    constructor(readonly clock: Clock) {
      throw failure
    }
  }
  class Owner {
    constructor(readonly broken: Broken) {}
  }
  const container = new Container()

  expect(() => container.get(Owner)).toThrow(failure)
  expect(() => container.get(Owner)).toThrow(failure)
})
