import {
  Body,
  Container,
  Email,
  ErrorResponse,
  Get,
  Header,
  HttpError,
  Kernel,
  MinLength,
  Post,
  Reply,
  Router,
  UnresolvableParameter,
  ValidationFailed,
  type int,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from './serving.ts'

const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/)

class Signup {
  constructor(
    @Email() readonly email: string,
    @MinLength(8) readonly password: string,
  ) {}
}

const signups: Signup[] = []

class Failing {
  @Get('/throws')
  throws(): void {
    throw new Error('the password is hunter2')
  }

  @Get('/rejects')
  async rejects(): Promise<void> {
    throw new Error('the password is hunter2')
  }

  @Get('/throws-text')
  throwsText(): void {
    throw 'no error object'
  }

  @Get('/teapot')
  teapot(): void {
    throw new HttpError(418, 'I am a teapot.')
  }

  @Get('/unauthorized')
  unauthorized(): void {
    throw new HttpError(401, 'Sign in first.', { headers: { 'WWW-Authenticate': 'Bearer' } })
  }

  @Get('/closed')
  closed(): void {
    throw new HttpError(503, 'Closed.', { headers: { 'retry-after': '60' } })
  }

  @Get('/late-teapot')
  async lateTeapot(): Promise<string> {
    throw new HttpError(418, 'I am a teapot.')
  }

  @Get('/returned')
  returned() {
    return ErrorResponse.create(409, 'Already there.')
  }

  @Get('/invalid')
  invalid(): void {
    throw new ValidationFailed({ 'lines.0.sku': ['is unknown.'] })
  }

  @Get('/circular')
  circular() {
    const self: Record<string, unknown> = {}
    self['self'] = self
    return self
  }

  @Get('/bad-header')
  badHeader() {
    return new Reply(200, ['x-name', 'two\r\nlines'], 'text')
  }

  @Get('/bad-status')
  badStatus() {
    return new Reply(1000, [], 'text')
  }

  @Get('/switching/{status}')
  switching(status: int): void {
    throw new HttpError(status, 'No error.')
  }

  @Get('/bad-stream')
  badStream() {
    return new Reply(200, ['x-name', '\u0141'], new ReadableStream())
  }

  @Post('/signups')
  signUp(@Body() signup: Signup): void {
    signups.push(signup)
  }
}

describe.each(transports)('through %s', (_, open) => {
  const { kernel, log } = kernelOf([Failing])
  const ask = useTransport(open, kernel)

  test('an unexpected error is a 500 without details, and is logged', async () => {
    for (const path of ['/throws', '/rejects']) {
      log.errors.length = 0
      const response = await ask(path)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ error: 'Internal server error.' })
      expect(log.errors).toEqual([
        { error: new Error('the password is hunter2'), method: 'GET', path, requestId },
      ])
    }
    expect((await ask('/throws-text')).status).toBe(500)
    expect((await ask('/circular')).status).toBe(500)
  })

  test('a response that cannot be sent is a 500 too', async () => {
    for (const path of ['/bad-header', '/bad-status', '/bad-stream']) {
      log.errors.length = 0
      const response = await ask(path)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ error: 'Internal server error.' })
      expect(log.errors).toHaveLength(1)
    }
  })

  test('an HttpError with another status is a 500', async () => {
    for (const status of [0, 101, 200, 304, 399, 600]) {
      log.errors.length = 0
      expect((await ask(`/switching/${status}`)).status).toBe(500)
      expect(log.errors).toEqual([
        expect.objectContaining({
          error: new RangeError(
            `HttpError takes a status from 400 to 599, not ${status}. Return a reply for other statuses.`,
            { cause: 'No error.' },
          ),
        }),
      ])
    }
  })

  test('an HttpError sets status and message', async () => {
    for (const path of ['/teapot', '/late-teapot']) {
      const response = await ask(path)
      expect(response.status).toBe(418)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual({ error: 'I am a teapot.' })
    }
  })

  test('the response has the headers of an HttpError', async () => {
    const response = await ask('/unauthorized')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ error: 'Sign in first.' })
  })

  test('an HttpError is logged from 500 on', async () => {
    log.errors.length = 0
    await ask('/unauthorized')
    expect(log.errors).toEqual([])
    const response = await ask('/closed')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await response.json()).toEqual({ error: 'Closed.' })
    expect(log.errors).toEqual([
      { error: new HttpError(503, 'Closed.'), method: 'GET', path: '/closed', requestId },
    ])
  })

  test('an ErrorResponse sets status and message', async () => {
    const response = await ask('/returned')
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ error: 'Already there.' })
  })

  test('a body that fails validation never reaches the controller', async () => {
    const response = await ask('/signups', json({ email: 'nobody', password: 'short' }))
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      errors: {
        email: ['must be a valid email address.'],
        password: ['must be at least 8 characters.'],
      },
    })
    expect(signups).toEqual([])
    const thrown = await ask('/invalid')
    expect(thrown.status).toBe(422)
    expect(await thrown.json()).toEqual({ errors: { 'lines.0.sku': ['is unknown.'] } })
  })
})

test('a parameter without a source is an error at boot that suggests a placeholder', () => {
  class Lost {
    @Get('/orders/{id}')
    show(number: string) {
      return number
    }
  }
  let found: unknown
  try {
    kernelOf([Lost])
  } catch (error) {
    found = error
  }
  expect(found).toBeInstanceOf(UnresolvableParameter)
  expect(found).toMatchObject({
    message:
      'Lost.show: parameter "number" (string) has no source. Rename it to "id", as in the path ' +
      '"/orders/{id}", mark it @Query(), or give it a default.',
    method: 'Lost.show',
    parameter: 'number',
  })
})

test('a service as a parameter of a method is an error at boot with its location', () => {
  class Clock {}
  class Times {
    @Get('/now')
    now(clock: Clock) {
      return clock
    }
  }
  expect(() => kernelOf([Times])).toThrow(
    'Times.now: parameter "clock" (Clock) has no source. Mark it @Body() or @Query() if clients ' +
      'send it. If it is a service, inject it in the constructor.',
  )
})

test('boot reports a parameter whose type cannot be read, and how to fix it', () => {
  class Apart {
    @Post('/orders')
    create(@Body() { id }: { id: int }) {
      return id
    }
  }
  class Untyped {
    @Get('/orders')
    // @ts-expect-error It has no type.
    show(number) {
      return number
    }
  }
  const place = 'packages/core/test/http/errors\\.test\\.ts:\\d+:\\d+'
  expect(() => new Router().register(Apart)).toThrow(
    new RegExp(
      `^Apart\\.create: cannot read the type ".*" at ${place}: ` +
        'a destructured parameter has no name\\. Give the parameter a name\\.$',
    ),
  )
  expect(() => new Router().register(Untyped)).toThrow(
    new RegExp(
      `^Untyped\\.show, parameter "number": cannot read the type "number" at ${place}: ` +
        'the parameter has no type\\. Declare its type\\.$',
    ),
  )
})

test('an invalid status is an error at boot', () => {
  class Switching {
    @Get('/', { status: 101 })
    switch() {}
  }
  expect(() => new Router().register(Switching)).toThrow(
    /^Switching\.switch \(.*errors\.test\.ts:\d+:\d+\): a response has a status from 200 to 599, not 101\.$/,
  )
  expect(() => new Reply(101, [], null)).toThrow(
    new RangeError('A reply has a status from 200 to 599, not 101.'),
  )
})

test('a controller that cannot be instantiated is an error at boot', () => {
  abstract class Clock {
    abstract now(): Date
  }
  class Times {
    constructor(private readonly clock: Clock) {}

    @Get('/now')
    now(): Date {
      return this.clock.now()
    }
  }
  const build = () => new Kernel(new Container().boot(), new Router().register(Times))
  expect(build).toThrow(/Times[\s\S]*Clock/)
})

describe('a parameter that no request can provide is an error at boot', () => {
  test('a rest parameter', () => {
    class Rest {
      @Get('/')
      all(..._ids: int[]): void {}
    }
    expect(() => kernelOf([Rest])).toThrow(
      'Rest.all: parameter "_ids" (int[]) is a rest parameter. Remove the "..." before it.',
    )
  })

  test('a second body', () => {
    class Twice {
      @Post('/')
      create(@Body() _first: Signup, @Body() _second: Signup): void {}
    }
    expect(() => kernelOf([Twice])).toThrow(
      'Twice.create: parameter "_second" (Signup) is the second one with @Body(). ' +
        'Declare one parameter whose class has all fields.',
    )
  })

  test('a header without a sensible name', () => {
    class Headers {
      @Get('/')
      show(@Header() _ifMatch: string): void {}
    }
    expect(() => kernelOf([Headers])).toThrow(
      'Headers.show: parameter "_ifMatch" (string) has no valid header name: "-if-match". ' +
        'Write a name, such as @Header("if-match").',
    )
  })
})
