import { once } from 'node:events'
import {
  Application,
  Body,
  Check,
  Get,
  HttpError,
  HttpRequest,
  Post,
  Timeout,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from '../../http/serving.ts'

/** The events, in order. */
const trail: string[] = []

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until the trail has an entry. */
const waitForTrail = (entry: string) => expect.poll(() => trail, { interval: 5 }).toContain(entry)

class Resource implements AsyncDisposable {
  constructor(readonly request: HttpRequest) {}

  async [Symbol.asyncDispose]() {
    trail.push('disposed')
  }
}

/** Takes its services from the scope of the request, so the scope is that of the chain. */
class WithResource implements Middleware {
  constructor(readonly resource: Resource) {}

  handle(_request: HttpRequest, next: Next) {
    return next()
  }
}

/** Ends the method of a `Scoped`. */
let endMethod = () => {}
const methodEnd = () => new Promise<void>((resolve) => (endMethod = resolve))

class Scoped {
  constructor(readonly resource: Resource) {}

  @Timeout('30ms')
  @Get('/scoped')
  async scoped() {
    await methodEnd()
    trail.push('method')
  }

  @Use(WithResource)
  @Timeout('30ms')
  @Get('/shared')
  async shared() {
    await methodEnd()
    trail.push('method')
  }
}

class Upload {
  constructor(readonly file: File) {}
}

@Timeout('30ms')
class Slow {
  @Get('/slow')
  async slow(signal: AbortSignal) {
    await once(signal, 'abort')
    trail.push(String(signal.reason))
    return 'late'
  }

  @Get('/request')
  async request(request: Request) {
    await once(request.signal, 'abort')
    trail.push(String(request.signal.reason))
  }

  @Post('/request')
  async posted(request: Request) {
    trail.push(await request.text())
    await once(request.signal, 'abort')
  }

  @Timeout('20ms', { status: 504 })
  @Get('/gateway')
  gateway() {
    return sleep(300)
  }

  @Timeout(false)
  @Get('/patient')
  async patient() {
    await sleep(300)
    return 'done'
  }

  @Timeout((config) => config.string('PATIENCE'))
  @Get('/configured')
  configured() {
    return sleep(300)
  }

  @Get('/fast')
  async fast() {
    return 'fast'
  }

  @Get('/at-once')
  atOnce() {
    return 'at once'
  }

  @Get('/fails-late')
  async failsLate() {
    await sleep(300)
    trail.push('fails')
    throw new Error('late')
  }

  @Get('/gives-up')
  async givesUp(signal: AbortSignal) {
    await once(signal, 'abort')
    trail.push('gives up')
    signal.throwIfAborted()
  }

  @Get('/refuses-late')
  async refusesLate() {
    await sleep(300)
    trail.push('refuses')
    throw new HttpError(404, 'It is gone.')
  }

  @Get('/streams-late')
  async streamsLate() {
    await sleep(300)
    return new ReadableStream({ cancel: () => void trail.push('cancelled') })
  }

  @Get('/events')
  async *events() {
    for (const count of [1, 2, 3]) {
      await sleep(25)
      yield count
    }
  }

  @Timeout('500ms')
  @Post('/upload')
  async upload(@Body() upload: Upload) {
    await sleep(600)
    trail.push(`${(await upload.file.arrayBuffer()).byteLength} bytes`)
  }

  @Timeout('10s')
  @Post('/body')
  body(@Body() given: string) {
    return given
  }
}

/** Is slow before it goes on, and sees how that ends. */
class Slowly implements Middleware {
  async handle(_request: HttpRequest, next: Next) {
    await sleep(80)
    trail.push('going on')
    try {
      return await next()
    } catch (error) {
      trail.push(String(error))
      throw error
    } finally {
      trail.push('over')
    }
  }
}

class Passing implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    trail.push('passing')
    return next()
  }
}

class Checked {
  constructor(readonly name: string) {}

  @Check()
  async slowly(): Promise<string | null> {
    await sleep(80)
    trail.push('checked')
    return null
  }
}

@Timeout('30ms')
class Queued {
  @Use(Slowly)
  @Get('/behind-middleware')
  behindMiddleware() {
    trail.push('method')
  }

  @Use(Slowly, Passing)
  @Get('/behind-two')
  behindTwo() {
    trail.push('method')
  }

  @Post('/behind-check')
  behindCheck(@Body() checked: Checked) {
    trail.push('method', checked.name)
  }
}

@Application()
@Timeout('30ms')
class Everywhere {}

class Bare {
  @Get('/bare')
  bare() {
    return sleep(300)
  }
}

beforeEach(() => void (trail.length = 0))

describe.each(transports)('through %s', (_name, open) => {
  const slow = kernelOf([Slow], { config: { PATIENCE: '20ms' } })
  const send = useTransport(open, slow.kernel)
  const sendScoped = useTransport(open, kernelOf([Scoped]).kernel)
  const sendQueued = useTransport(open, kernelOf([Queued]).kernel)
  const sendBare = useTransport(open, kernelOf([Everywhere, Bare]).kernel)
  beforeEach(() => void (slow.log.errors.length = 0))

  const resultOf = async (pending: Promise<Response>) => {
    const response = await pending
    return [response.status, await response.text()]
  }
  const tooLong = '{"error":"The request took too long."}'
  const errors = () => slow.log.errors.map((line) => String((line as { error: unknown }).error))

  test('a request that takes too long is a 503, and its signal is aborted', async () => {
    expect(await resultOf(send('/slow'))).toEqual([503, tooLong])
    await waitForTrail('TimeoutError: The request took too long.')
    expect(errors()).toEqual(['HttpError: The request took too long.'])
  })

  test('the signal of a Request is aborted too, and its body can be read', async () => {
    expect(await resultOf(send('/request'))).toEqual([503, tooLong])
    await waitForTrail('TimeoutError: The request took too long.')
    expect(await resultOf(send('/request', { method: 'POST', body: 'sent' }))).toEqual([
      503,
      tooLong,
    ])
    await waitForTrail('sent')
  })

  test.each([
    ['/gateway', 504, tooLong],
    ['/configured', 503, tooLong],
    ['/patient', 200, '"done"'],
    ['/fast', 200, '"fast"'],
    ['/at-once', 200, '"at once"'],
  ])('%s returns %i', async (path, status, body) => {
    expect(await resultOf(send(path))).toEqual([status, body])
  })

  test('the timeout of the application applies to every route', async () => {
    expect(await resultOf(sendBare('/bare'))).toEqual([503, tooLong])
    expect((await sendBare('/nowhere')).status).toBe(404)
  })

  test('a late error is logged; the timeout itself, and errors for the client, are not', async () => {
    expect((await send('/fails-late')).status).toBe(503)
    await waitForTrail('fails')
    await expect.poll(errors).toContain('Error: late')
    slow.log.errors.length = 0
    expect((await send('/gives-up')).status).toBe(503)
    expect((await send('/refuses-late')).status).toBe(503)
    await waitForTrail('refuses')
    await sleep(5)
    expect(errors()).toEqual([
      'HttpError: The request took too long.',
      'HttpError: The request took too long.',
    ])
  })

  test.each(['/behind-middleware', '/behind-two'])(
    'the chain of %s goes no further when the time is over',
    async (path) => {
      expect(await resultOf(sendQueued(path))).toEqual([503, tooLong])
      await waitForTrail('over')
      expect(trail).toEqual(['going on', 'TimeoutError: The request took too long.', 'over'])
    },
  )

  test('a method does not start after a check that takes too long', async () => {
    expect(await resultOf(sendQueued('/behind-check', json({ name: 'a' })))).toEqual([503, tooLong])
    await waitForTrail('checked')
    await sleep(5)
    expect(trail).toEqual(['checked'])
  })

  test('a late stream is cancelled', async () => {
    expect((await send('/streams-late')).status).toBe(503)
    await waitForTrail('cancelled')
  })

  test('events may take longer: the timeout ends with the headers', async () => {
    expect(await resultOf(send('/events'))).toEqual([200, 'data: 1\n\ndata: 2\n\ndata: 3\n\n'])
  })

  test.each(['/scoped', '/shared'])('the services of %s end with the method', async (path) => {
    expect((await sendScoped(path)).status).toBe(503)
    expect(trail).toEqual([])
    endMethod()
    await waitForTrail('disposed')
    expect(trail).toEqual(['method', 'disposed'])
  })

  test('an upload can be read until the method has ended', async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(1_000_000)], 'large.bin'))
    expect((await send('/upload', { method: 'POST', body: form })).status).toBe(503)
    await waitForTrail('1000000 bytes')
  })

  test('binding reads the body as without it', async () => {
    expect(await resultOf(send('/body', json('"text"')))).toEqual([200, '"text"'])
  })
})

test.each([
  [() => Timeout('0ms'), 'A timeout of "0ms" is not supported: use 1ms to 24d.'],
  [() => Timeout('25d'), 'A timeout of "25d" is not supported: use 1ms to 24d.'],
  [() => Timeout('soon'), '"soon" is not a duration'],
  [() => Timeout('1s', { status: 200 }), 'HttpError takes a status from 400 to 599'],
])('a wrong option is an error at boot', (timeout, problem) => {
  class Wrong {
    @timeout()
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Wrong])).toThrow(problem)
})

test('the document has the 503', async () => {
  const { kernel } = kernelOf([Slow], { config: { PATIENCE: '1s' } })
  const document = await kernel.fetch(new Request('http://localhost/openapi.json'))
  const { paths } = (await document.json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  const found = (path: string) => Object.keys(paths[path]?.['get']?.responses ?? {})
  expect(paths['/fast']?.['get']?.responses['503']?.description).toBe('The request took too long.')
  expect([found('/gateway'), found('/patient')]).toEqual([
    expect.arrayContaining(['504']),
    expect.not.arrayContaining(['503']),
  ])
})
