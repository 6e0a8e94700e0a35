import { HtmlResponse } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { Container } from '../../../src/base/container/container.ts'
import { UnresolvableDependency } from '../../../src/base/container/errors.ts'
import type { Token } from '../../../src/base/container/binding.ts'

abstract class Transport {
  abstract send(): void
}
class SmtpTransport extends Transport {
  send() {}
}
class Mailer {
  constructor(readonly transport: Transport) {}
}
class Notifier {
  constructor(readonly mailer: Mailer) {}
}

interface Clock {
  now(): Date
}
class SystemClock implements Clock {
  now() {
    return new Date()
  }
}
class Timer {
  constructor(readonly clock: Clock) {}
}
class Retry {
  constructor(readonly attempts: number) {}
}
class Waits {
  constructor(readonly since: Date) {}
}
class Unreadable {
  constructor(readonly odd: ReturnType<Transport['send']>) {}
}

class Hen {
  constructor(readonly egg: Egg) {}
}
class Egg {
  constructor(readonly nest: Nest) {}
}
class Nest {
  constructor(readonly hen: Hen) {}
}

const place = String.raw`\(\S*errors\.test\.ts:\d+:\d+\)`

function messageOf(token: Token, container = new Container()): string {
  let message = ''
  expect(() => {
    try {
      container.lifetime(token)
    } catch (error) {
      message = (error as Error).message
      throw error
    }
  }).toThrow(UnresolvableDependency)
  return message
}

describe('the error shows the chain and how to fix it', () => {
  test('about an abstract class for which nothing is registered', () => {
    expect(messageOf(Notifier)).toMatch(
      new RegExp(
        [
          '^Cannot build Notifier: Transport is abstract and not registered.',
          '  Notifier',
          `  └─ mailer: Mailer ${place}`,
          `     └─ transport: Transport ${place}`,
          String.raw`Register a subclass in src/bootstrap.ts: container.bind\(Transport, \(c\) => …\).$`,
        ].join('\n'),
      ),
    )
  })

  test('about an interface', () => {
    expect(messageOf(Timer)).toMatch(
      new RegExp(
        [
          '^Cannot build Timer: Clock is not a class at run time. It may be an interface.',
          '  Timer',
          `  └─ clock: Clock ${place}`,
          'Declare it as an abstract class, and register a subclass in src/bootstrap.ts: ' +
            String.raw`container.bind\(Clock, \(c\) => …\).$`,
        ].join('\n'),
      ),
    )
  })

  test('about a value that is not a class', () => {
    class Pages {
      // @ts-expect-error It is an object with functions.
      constructor(readonly html: HtmlResponse) {}
    }
    expect(messageOf(Pages)).toMatch(
      /^Cannot build Pages: HtmlResponse is not a class at run time\. It may be an interface\.\n/,
    )
  })

  test('about a plain value', () => {
    expect(messageOf(Retry)).toMatch(
      new RegExp(
        [
          '^Cannot build Retry: "attempts" is declared as number, which the container cannot create.',
          '  Retry',
          `  └─ attempts: number ${place}`,
          'Inject Config and read the value from it, give the parameter a default, or, for a constructor parameter, register ' +
            String.raw`Retry in src/bootstrap.ts: container.bind\(Retry, \(c\) => new Retry\(…\)\).$`,
        ].join('\n'),
      ),
    )
    expect(messageOf(Waits)).toContain('"since" is declared as Date')
  })

  test('about a type that cannot be read', () => {
    expect(messageOf(Unreadable)).toMatch(
      new RegExp(
        [
          String.raw`^Cannot build Unreadable: the type ReturnType<Transport\['send'\]> at \S*errors\.test\.ts:\d+:\d+ cannot be read: .+`,
          '  Unreadable',
          `  └─ odd: ReturnType<Transport\\['send'\\]> ${place}`,
          '.+$',
        ].join('\n'),
      ),
    )
  })

  test('about a circular dependency', () => {
    expect(messageOf(Hen)).toMatch(
      new RegExp(
        [
          '^Cannot build Hen: Hen depends on itself.',
          '  Hen',
          `  └─ egg: Egg ${place}`,
          `     └─ nest: Nest ${place}`,
          `        └─ hen: Hen ${place}`,
          'Break the cycle: .+$',
        ].join('\n'),
      ),
    )
  })

  test('about a class of a module that was not transformed', () => {
    // oxlint-disable-next-line no-new-func
    const Plain = new Function('return class Plain { constructor(size) {} }')() as Token

    expect(messageOf(Plain)).toBe(
      'Cannot build Plain: Plain is not registered and has no type information.\n' +
        '  Plain\n' +
        'If Plain comes from a package, register it in src/bootstrap.ts: container.bind(Plain, (c) => …). ' +
        'If it is part of the application, start Node with "node --import @fw/transform/register", ' +
        'or add transform() from "@fw/transform/vite" to the plugins of vite.config.ts or vitest.config.ts.',
    )
  })
})

describe('the error suggests candidates', () => {
  test('among the subclasses of an abstract class', () => {
    const container = new Container().instance(SmtpTransport, new SmtpTransport())

    expect(messageOf(Mailer, container)).toMatch(/\nRegistered and related: SmtpTransport\.$/)
  })

  test('among the classes that implement an interface, or have a similar name', () => {
    class ClockRadio {}
    const container = new Container()
      .instance(ClockRadio, new ClockRadio())
      .instance(SystemClock, new SystemClock())
      .instance(Egg, {} as Egg)

    expect(messageOf(Timer, container)).toMatch(
      /\nRegistered and related: SystemClock, ClockRadio\.$/,
    )
  })
})

test('the details of the error are properties', () => {
  try {
    new Container().lifetime(Notifier)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      name: 'UnresolvableDependency',
      problem: 'missing',
      candidates: [],
    })
    expect((error as UnresolvableDependency).chain.map(({ type }) => type)).toEqual([
      'Notifier',
      'Mailer',
      'Transport',
    ])
  }
})

test('an error below a binding shows the binding in its chain', () => {
  class Owner {
    constructor(readonly notifier: Notifier) {}
  }
  const container = new Container().bind(Owner, (c) => new Owner(c.get(Notifier)))

  expect(() => container.get(Owner)).toThrow(
    'Cannot build Owner: Transport is abstract and not registered.\n' +
      '  Owner\n  └─ Notifier\n     └─ mailer: Mailer (',
  )
})

test('a circular dependency through bindings ends with the error, not with a stack overflow', () => {
  const container = new Container()
    .bind(Hen, (c) => new Hen(c.get(Egg)))
    .bind(Egg, (c) => c.get(Hen).egg, { scope: 'transient' })

  expect(() => container.get(Hen)).toThrow(
    'Cannot build Hen: Hen depends on itself.\n  Hen\n  └─ Egg\n     └─ Hen\n',
  )
})

test('an optional parameter breaks a circular dependency', () => {
  class Left {
    constructor(readonly right: Right) {}
  }
  class Right {
    constructor(readonly left?: Left) {}
  }

  expect(new Container().get(Left).right.left).toBeUndefined()
})
