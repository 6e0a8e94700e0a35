import {
  Allows,
  Application,
  Authenticated,
  Authentication,
  Body,
  Command,
  Config,
  Container,
  Fresh,
  Get,
  Kernel,
  Listener,
  Post,
  Principal,
  Public,
  Roles,
  Router,
  Scopes,
  type Class,
  type int,
  type Policy,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { bearer, guardedKernel, TokenTable, User } from './guarded.ts'

class IdPolicy implements Policy {
  allows(_user: User, _id: int) {
    return true
  }

  text(_user: User, _id: string) {
    return true
  }

  nobody() {
    return true
  }
}

class NoPolicy {
  allows() {
    return true
  }
}

@Roles('admin')
abstract class Guarded {
  @Get('/guarded')
  @Scopes('read')
  guarded() {
    return 'guarded'
  }
}

const wrong: Record<string, readonly [() => Class, string]> = {
  'Public beside a requirement': [
    () => {
      class A {
        @Get('/a')
        @Public()
        @Roles('x')
        a() {}
      }
      return A
    },
    '@Public() and @Roles are on the same declaration. Keep one of them.',
  ],
  'Public beside a requirement on a class': [
    () => {
      @Public()
      @Authenticated()
      class A {
        @Get('/a')
        a() {}
      }
      return A
    },
    '@Public() and @Authenticated are on the same declaration.',
  ],
  'a requirement without names': [
    () => {
      class A {
        @Get('/a')
        @Scopes()
        a() {}
      }
      return A
    },
    'A.a: the name of a scope or role is missing or empty.',
  ],
  'two scopes in one text': [
    () => {
      class A {
        @Get('/a')
        @Scopes('read write')
        a() {}
      }
      return A
    },
    'A.a: "read write" is not a scope',
  ],
  'an unknown scope': [
    () => {
      class A {
        @Get('/a')
        @Scopes('reed')
        a() {}
      }
      return A
    },
    'the scope "reed" is not under "scopes" of Authentication. Add it, or use one of read.',
  ],
  'an unknown scheme': [
    () => {
      class A {
        @Get('/a')
        @Authenticated('usr')
        a() {}
      }
      return A
    },
    "@Authenticated('usr') names a scheme that does not exist. Use one of user, key.",
  ],
  'schemes that exclude each other': [
    () => {
      @Authenticated('user')
      class A {
        @Get('/a')
        @Authenticated('key')
        a() {}
      }
      return A
    },
    'the method and its class accept no common scheme',
  ],
  'a requirement on a listener': [
    () => {
      class A {
        @Listener()
        @Roles('x')
        a(_event: Date) {}
      }
      return A
    },
    '@Roles is on a method that is not a route, tool, resource or command, so it has no effect.',
  ],
  'a requirement on a class that answers nobody': [
    () => {
      @Roles('x')
      class A {}
      return A
    },
    '@Roles is on a class without routes, tools, resources and commands',
  ],
  'a requirement on the application': [
    () => {
      @Application()
      @Authenticated()
      class A {}
      return A
    },
    '@Authenticated cannot be on the application.',
  ],
  'an override that says nothing': [
    () => {
      class A extends Guarded {
        @Get('/again')
        override guarded() {
          return 'again'
        }
      }
      return A
    },
    'A.guarded (packages/core/test/features/access/boot-errors.test.ts:',
  ],
  'Public over an inherited requirement': [
    () => {
      @Public()
      class A extends Guarded {}
      return A
    },
    '@Public() has no effect, because A inherits @Roles from Guarded. Put @Public() on the methods for anonymous callers.',
  ],
  'a caller under Public': [
    () => {
      class A {
        @Get('/a')
        @Public()
        a(_user: User) {}
      }
      return A
    },
    '@Public() allows anonymous callers, but parameter "_user" takes User. Declare it as User | null, or remove @Public().',
  ],
  'a caller in the constructor under Public': [
    () => {
      class A {
        constructor(readonly user: User) {}

        @Get('/a')
        @Public()
        a() {}
      }
      return A
    },
    '@Public() allows anonymous callers, but the constructor of A takes User.',
  ],
  'a caller in a body': [
    () => {
      class Form {
        constructor(readonly owner: User) {}
      }
      class A {
        @Post('/a')
        a(@Body() _form: Form) {}
      }
      return A
    },
    'User is the type of the caller, which request data cannot set.',
  ],
  'a caller as the body': [
    () => {
      class A {
        @Post('/a')
        a(@Body() _user: User | null) {}
      }
      return A
    },
    'User is the type of the caller, which request data cannot set.',
  ],
  'a policy with a parameter that the method does not have': [
    () => {
      class A {
        @Get('/a')
        @Allows(IdPolicy)
        a() {}
      }
      return A
    },
    'IdPolicy.allows takes "_id", but the protected method has no such parameter.',
  ],
  'a policy with a parameter of another type': [
    () => {
      class A {
        @Get('/a/{_id}')
        @Allows(IdPolicy, { method: 'text' })
        a(_id: int) {}
      }
      return A
    },
    'IdPolicy.text takes "_id" as string, but the protected method as int. Declare the same type for both.',
  ],
  'a policy without a parameter for the caller': [
    () => {
      class A {
        @Get('/a')
        @Allows(IdPolicy, { method: 'nobody' })
        a() {}
      }
      return A
    },
    'does not take the caller.',
  ],
  'a policy without the named method': [
    () => {
      class A {
        @Get('/a')
        @Allows(IdPolicy, { method: 'none' })
        a() {}
      }
      return A
    },
    '@Allows(IdPolicy) calls IdPolicy.none, but the class does not implement Policy or has no such method.',
  ],
  'a class that does not implement Policy': [
    () => {
      class A {
        @Get('/a')
        @Allows(NoPolicy)
        a() {}
      }
      return A
    },
    'the class does not implement Policy or has no such method',
  ],
  'an invalid time': [
    () => {
      class A {
        @Get('/a')
        @Fresh(0)
        a() {}
      }
      return A
    },
    '@Fresh takes a number of seconds above 0, or a string such as "10m", not 0.',
  ],
}

const schemes = () => ({ user: bearer({}), key: new TokenTable({ header: 'X-Key' }, {}) })

describe('a declaration that would not be enforced is an error at boot', () => {
  test.each(Object.entries(wrong))('%s', (_what, [make, message]) => {
    expect(() => guardedKernel([make()], { schemes: schemes(), scopes: { read: {} } })).toThrow(
      message,
    )
  })
})

describe('without an Authentication, nothing can require a caller', () => {
  const kernelWithout = (type: Class) => () => {
    const container = new Container().instance(Config, Config.of({})).boot()
    return new Kernel(container, new Router().register(type))
  }

  test('a decorator', () => {
    class A {
      @Get('/a')
      @Authenticated()
      a() {}
    }
    expect(kernelWithout(A)).toThrow(
      '@Authenticated needs an Authentication, but that class is missing. Export a class that extends Authentication',
    )
  })

  test('a parameter, even an optional one', () => {
    class A {
      @Get('/a')
      a(_user: User | null) {}
    }
    expect(kernelWithout(A)).toThrow(
      'parameter "_user" takes User, which needs an Authentication, but that class is missing.',
    )
  })

  test('a constructor', () => {
    class A {
      constructor(readonly caller: Principal) {}

      @Get('/a')
      a() {}
    }
    expect(kernelWithout(A)).toThrow(
      'the constructor of A takes Principal, which needs an Authentication',
    )
  })

  test('but Public is allowed', () => {
    class A {
      @Get('/a')
      @Public()
      a() {}
    }
    expect(kernelWithout(A)).not.toThrow()
  })
})

test('default: explicit lists all methods without an access decorator', () => {
  class A {
    @Get('/a')
    a() {}

    @Get('/b')
    @Public()
    b() {}

    @Get('/c')
    c(_caller: Principal) {}
  }
  expect(() => guardedKernel([A], { default: 'explicit' })).toThrow(
    /^A\.a, A\.c \(.*\): no decorator declares who may call/u,
  )
})

test('an Authentication that cannot work throws', () => {
  const make = (options: ConstructorParameters<typeof Authentication>[0]) => () =>
    new Authentication(options)
  const user = bearer({})
  expect(make({ schemes: {} })).toThrow('Authentication defines no schemes')
  expect(make({ schemes: { 'my scheme': user } })).toThrow('The name "my scheme" of a scheme')
  expect(make({ schemes: { a: user, b: user } })).toThrow(
    'The schemes "a" and "b" are the same object.',
  )
  expect(make({ schemes: { user }, scopes: { a: { implies: ['b'] } } })).toThrow(
    'The scope "b" of Authentication is implied by another scope, but not defined.',
  )
  const cookie = new TokenTable({ cookie: 's' }, {})
  for (const schemes of [['usr'], ['user', 'web'], []]) {
    expect(make({ schemes: { user, web: cookie }, mcp: { schemes } })).toThrow(
      `The option mcp.schemes of Authentication is [${schemes.join(', ')}], but agents need declared schemes`,
    )
  }
  expect(make({ schemes: { user }, mcp: { scopes: ['a b'] } })).toThrow(
    'The scope "a b" in mcp.scopes of Authentication has a character that RFC 6749 does not allow, such as a space.',
  )
})

test('a command is protected too, so its decorators are allowed', () => {
  class A {
    @Command('a')
    @Roles('x')
    a() {}
  }
  expect(() => guardedKernel([A])).not.toThrow()
})
