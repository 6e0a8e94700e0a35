import {
  Application,
  Body,
  BodyLimit,
  Get,
  HttpRequest,
  Post,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from '../serving.ts'

class Signed implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    const bytes = await request.bytes()
    return next((reply) => reply.withHeader('x-signed', String(bytes.length)))
  }
}

class Form {
  constructor(
    readonly name: string,
    readonly file: File | null = null,
    readonly files: File[] = [],
  ) {}
}

@BodyLimit(64)
class Limited {
  @Post('/class')
  ofClass(@Body() text: string) {
    return text.length
  }

  @BodyLimit('4MiB')
  @Post('/up')
  up(@Body() text: string) {
    return text.length
  }

  @BodyLimit(false)
  @Post('/default')
  default(@Body() text: string) {
    return text.length
  }

  @BodyLimit((config) => config.string('UPLOADS'))
  @Post('/configured')
  configured(@Body() text: string) {
    return text.length
  }

  @BodyLimit('1MiB', { file: '1KiB', files: 2, fields: 2 })
  @Post('/form')
  form(@Body() form: Form) {
    return form.name
  }

  @Post('/text')
  async text(request: Request) {
    return (await request.text()).length
  }

  @Post('/stream')
  async stream(request: Request) {
    let size = 0
    for await (const chunk of request.body ?? []) size += chunk.length
    return size
  }

  @Post('/bytes')
  async bytes(request: HttpRequest) {
    return (await request.bytes()).length
  }

  @Use(Signed)
  @Post('/signed')
  signed(@Body() text: string) {
    return text.length
  }

  @Use(Signed)
  @Post('/unread')
  unread() {
    return 'read before'
  }

  @Get('/page')
  page() {
    return 'page'
  }
}

class Unlimited {
  @Post('/stream')
  async stream(request: Request) {
    return (await request.text()).length
  }
}

@Application()
@BodyLimit(32)
class Everywhere {}

class Anything {
  @Post('/anything')
  anything(@Body() text: string) {
    return text.length
  }
}

/** Pieces without a declared length. */
function undeclared(size: number): RequestInit {
  const chunks = [new Uint8Array(size / 2), new Uint8Array(size / 2)]
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  return { method: 'POST', body, duplex: 'half' } as RequestInit
}

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([Limited], { config: { UPLOADS: '80B' } }).kernel)
  const askUnlimited = useTransport(open, kernelOf([Unlimited]).kernel)
  const askAnything = useTransport(open, kernelOf([Everywhere, Anything]).kernel)

  const resultOf = async (answer: Promise<Response>) => {
    const response = await answer
    return [response.status, await response.json()]
  }
  const textOf = (size: number) => json(JSON.stringify('x'.repeat(size - 2)))
  const over = (limit: number) => [413, { error: `The request body is over ${limit} bytes.` }]

  test.each([
    ['/class', 64],
    ['/configured', 80],
    ['/up', 4 * 1024 * 1024],
    ['/default', 2 * 1024 * 1024],
    ['/signed', 64],
  ])('the limit of %s is %i', async (path, limit) => {
    expect(await resultOf(ask(path, textOf(limit)))).toEqual([200, limit - 2])
    expect(await resultOf(ask(path, textOf(limit + 1)))).toEqual(over(limit))
  })

  test('the limit of the application applies to every route', async () => {
    expect(await resultOf(askAnything('/anything', textOf(32)))).toEqual([200, 30])
    expect(await resultOf(askAnything('/anything', textOf(33)))).toEqual(over(32))
  })

  test.each(['/text', '/stream', '/bytes'])('%s is limited as it is read', async (path) => {
    const whole = (size: number) => ({ method: 'POST', body: 'x'.repeat(size) })
    expect(await resultOf(ask(path, whole(64)))).toEqual([200, 64])
    expect(await resultOf(ask(path, whole(65)))).toEqual(over(64))
    expect(await resultOf(ask(path, undeclared(64)))).toEqual([200, 64])
    expect(await resultOf(ask(path, undeclared(66)))).toEqual(over(64))
    expect(await resultOf(ask(path, undeclared(1_000_000)))).toEqual(over(64))
  })

  test('without a limit, a stream may be of any size', async () => {
    expect(await resultOf(askUnlimited('/stream', undeclared(4_000_000)))).toEqual([200, 4_000_000])
  })

  test('middleware can read as many bytes as the route accepts', async () => {
    expect(await resultOf(ask('/unread', { method: 'POST', body: 'x'.repeat(64) }))).toEqual([
      200,
      'read before',
    ])
    expect(await resultOf(ask('/unread', { method: 'POST', body: 'x'.repeat(65) }))).toEqual(
      over(64),
    )
  })

  test('the parts of a form have limits too', async () => {
    const file = (size: number) => new File([new Uint8Array(size)], 'a.bin')
    const send = (fields: Record<string, string | File | File[]>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) {
        for (const each of [value].flat()) body.append(name, each)
      }
      return resultOf(ask('/form', { method: 'POST', body }))
    }
    expect(await send({ name: 'x', file: file(1024) })).toEqual([200, 'x'])
    expect(await send({ name: 'x', file: file(1025) })).toEqual([
      413,
      { error: 'The file "file" is over 1024 bytes.' },
    ])
    expect(await send({ name: 'x', files: [file(1), file(1), file(1)] })).toEqual([
      413,
      { error: 'The form has over 2 files.' },
    ])
    expect(await send({ name: 'x', other: 'y', more: 'z' })).toEqual([
      413,
      { error: 'The form has over 2 fields.' },
    ])
  })
})

test.each([
  [() => BodyLimit(1, { files: 0.5 }), '@BodyLimit: "files" must be a whole number, not 0.5.'],
  [() => BodyLimit(1, { fields: -1 }), '@BodyLimit: "fields" must be a whole number, not -1.'],
  [() => BodyLimit('1 MB'), '"1 MB" is not a number of bytes'],
  [() => BodyLimit(() => 'much'), '"much" is not a number of bytes'],
])('a wrong option is an error at boot', (limit, problem) => {
  class Wrong {
    @limit()
    @Post('/')
    page(@Body() text: string) {
      return text
    }
  }
  expect(() => kernelOf([Wrong])).toThrow(problem)
})

test.each([
  ['64', '"'.padEnd(63, 'x') + '"', 200],
  ['65', '"short"', 413],
  ['3', '"'.padEnd(64, 'x') + '"', 413],
  ['3', new Uint8Array([0x22, 0xff, 0x22]), 400],
])('with a declared length of %s, the actual length counts too', async (length, body, status) => {
  const { kernel } = kernelOf([Limited], { config: { UPLOADS: '80B' } })
  const headers = { 'content-length': length }
  const request = new Request('http://localhost/class', { method: 'POST', headers, body })
  expect((await kernel.fetch(request)).status).toBe(status)
})

test('a body that was read before the request was handled is a mistake in the code', async () => {
  const { kernel, log } = kernelOf([Limited], { config: { UPLOADS: '80B' } })
  for (const headers of [{}, { 'content-length': '3' }]) {
    log.errors.length = 0
    const request = new Request('http://localhost/class', { method: 'POST', headers, body: '"a"' })
    await request.text()
    expect((await kernel.fetch(request)).status).toBe(500)
    expect(log.errors).toMatchObject([{ error: { name: 'RequestBodyAlreadyRead' } }])
  }
})

test('a method without a body has no body limit', () => {
  class Page {
    @BodyLimit(1)
    @Post('/')
    page(signal: AbortSignal) {
      return signal.aborted
    }
  }
  expect(() => kernelOf([Page])).toThrow(
    /^Page\.page \(.*\): @BodyLimit is on a method that takes no body\. Remove it\.$/,
  )
})

test('the document has the size, if there is a body', async () => {
  const { kernel } = kernelOf([Limited], { config: { UPLOADS: '80B' } })
  const document = await kernel.fetch(new Request('http://localhost/openapi.json'))
  const { paths } = (await document.json()) as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { description?: string; content?: object }> }>
    >
  }
  const found = paths['/up']?.['post']?.responses['413']
  expect(found?.description).toBe('The request body is over 4194304 bytes.')
  expect(found?.content).toHaveProperty('application/json')
  expect(paths['/page']?.['get']?.responses).not.toHaveProperty('413')
})
