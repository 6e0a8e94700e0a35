import { Body, Get, type int, Kernel, Post, Put } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../features/openapi/document-of.ts'
import { transports, json, kernelOf, useTransport } from '../serving.ts'

class Line {
  constructor(
    readonly sku: string,
    readonly quantity: int = 1,
  ) {}
}

class Order {
  constructor(
    readonly customer: string,
    readonly lines: Line[] = [],
    readonly extra: Record<string, unknown> = {},
  ) {}
}

class Nothing {
  constructor(readonly note = 'none') {}
}

class Orders {
  @Post('/orders')
  create(@Body() order: Order) {
    return order instanceof Order && order.lines.every((line) => line instanceof Line) && order
  }

  @Put('/lines')
  lines(@Body() lines: Line[]) {
    return lines
  }

  @Post('/optional')
  optional(@Body() nothing: Nothing) {
    return nothing
  }

  @Post('/absent')
  absent(@Body() line?: Line) {
    return line === undefined ? 'absent' : line
  }

  @Post('/absent-list')
  absentList(@Body() lines: Line[] = [new Line('default')]) {
    return lines
  }

  @Post('/absent-null')
  absentNull(@Body() line: Line | null = null) {
    return { line }
  }

  @Post('/nullable')
  nullable(@Body() line: Line | null) {
    return { line }
  }

  @Post('/anything')
  anything(@Body() value: unknown) {
    return value
  }

  @Post('/text')
  text(@Body() value: string | null) {
    return value
  }

  @Post('/raw')
  async raw(request: Request) {
    return {
      method: request.method,
      url: new URL(request.url).pathname,
      body: await request.text(),
    }
  }

  @Post('/both/{id}')
  both(id: int, @Body() order: Order, request: Request) {
    return { id, order, agent: request.headers.get('x-agent'), read: request.bodyUsed }
  }

  @Get('/signal')
  signal(signal: AbortSignal) {
    return signal.aborted
  }
}

describe.each(transports)('through %s', (_, open) => {
  const send = useTransport(open, kernelOf([Orders], { maxBodyBytes: 1000 }).kernel)

  const ask = async (path: string, init: RequestInit) => {
    const response = await send(path, init)
    return [response.status, await response.json()]
  }

  test('a body is decoded, hydrated and passed on, regardless of its content type', async () => {
    const order = { customer: 'Ann', lines: [{ sku: 'a' }, { sku: 'b', quantity: 2 }] }
    const built = {
      customer: 'Ann',
      lines: [
        { sku: 'a', quantity: 1 },
        { sku: 'b', quantity: 2 },
      ],
      extra: {},
    }
    const body = JSON.stringify(order)
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/vnd.api+json',
      'text/plain',
      'application/json; charset=latin1',
    ]) {
      const init = { method: 'POST', headers: { 'content-type': type }, body }
      expect(await ask('/orders', init)).toEqual([200, built])
    }
    const untyped = { method: 'POST', body: new Blob([body]) }
    expect(await ask('/orders', untyped)).toEqual([200, built])
  })

  test('a value without a declared shape may be nested up to the limit', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(await ask('/anything', json(nested(200)))).toEqual([200, JSON.parse(nested(200))])
    expect(await ask('/anything', json(nested(201)))).toEqual([
      422,
      { errors: { value: ['is nested too deeply.'] } },
    ])
    const deep = '{"b":'.repeat(60) + nested(160) + '}'.repeat(60)
    const order = `{ "customer": "Ann", "extra": { "a": ${deep} } }`
    expect(await ask('/orders', json(order))).toEqual([
      422,
      { errors: { 'extra.a': ['is nested too deeply.'] } },
    ])
  })

  test('a body may be a list, and an error about the whole list has the name of its parameter', async () => {
    expect(await ask('/lines', json([{ sku: 'a' }], 'PUT'))).toEqual([
      200,
      [{ sku: 'a', quantity: 1 }],
    ])
    expect(await ask('/lines', json([{ sku: 'a' }, { quantity: 'x' }], 'PUT'))).toEqual([
      422,
      { errors: { '1.sku': ['is required.'], '1.quantity': ['must be an integer.'] } },
    ])
    expect(await ask('/lines', json({}, 'PUT'))).toEqual([
      422,
      { errors: { lines: ['must be an array.'] } },
    ])
    for (const whole of ['null', '[]', '"text"', '5']) {
      const [status, body] = await ask('/orders', json(whole))
      expect(status).toBe(422)
      expect(body).toEqual({
        errors: { order: [whole === 'null' ? 'must not be null.' : 'must be an object.'] },
      })
    }
    expect(await ask('/text', json('null'))).toEqual([200, null])
  })

  test('an empty body is an empty object', async () => {
    expect(await ask('/optional', { method: 'POST' })).toEqual([200, { note: 'none' }])
    expect(await ask('/optional', json(''))).toEqual([200, { note: 'none' }])
    expect(await ask('/orders', { method: 'POST' })).toEqual([
      422,
      { errors: { customer: ['is required.'] } },
    ])
  })

  test('an empty body is absent for an optional parameter', async () => {
    const line = { sku: 'a', quantity: 1 }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const init of [
      { method: 'POST' },
      json(''),
      { method: 'POST', headers: form, body: '' },
    ]) {
      expect(await ask('/absent', init)).toEqual([200, 'absent'])
      expect(await ask('/absent-list', init)).toEqual([200, [{ sku: 'default', quantity: 1 }]])
      expect(await ask('/absent-null', init)).toEqual([200, { line: null }])
      expect(await ask('/nullable', init)).toEqual([200, { line: null }])
      expect(await ask('/anything', init)).toEqual([200, {}])
    }
    expect(await ask('/absent', json({ sku: 'a' }))).toEqual([200, line])
    expect(await ask('/absent-null', json({ sku: 'a' }))).toEqual([200, { line }])
    for (const path of ['/absent', '/absent-null', '/nullable']) {
      expect(await ask(path, json({}))).toEqual([422, { errors: { sku: ['is required.'] } }])
    }
    expect((await ask('/absent', json('null')))[0]).toBe(422)
    expect(await ask('/absent-null', json('null'))).toEqual([200, { line: null }])
  })

  test('the document does not require an optional body', async () => {
    const { paths } = await documentOf([Orders])
    const isRequired = (path: string) => paths[path]?.['post']?.requestBody?.required ?? false
    expect(isRequired('/orders')).toBe(true)
    for (const path of ['/absent', '/absent-list', '/absent-null', '/nullable']) {
      expect(isRequired(path)).toBe(false)
    }
  })

  test('a compressed body is a 415', async () => {
    const send = (encoding: string) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      return ask('/anything', { method: 'POST', headers, body: '{}' })
    }
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'GZIP', 'x']) {
      expect(await send(encoding)).toEqual([
        415,
        { error: 'The request body has a Content-Encoding. Send it without one.' },
      ])
    }
    expect(await send('Identity')).toEqual([200, {}])
  })

  test('a body that is not JSON, or not UTF-8, is a 400', async () => {
    for (const text of [
      '{',
      '{"customer":"Ann",}',
      'customer=Ann',
      ' ',
      '\ufeff{',
      '[1,2',
      'NaN',
    ]) {
      expect(await ask('/orders', json(text))).toEqual([
        400,
        { error: 'The request body is not valid JSON.' },
      ])
    }
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x28, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xe2, 0x82],
    ]) {
      const init = { method: 'POST', body: new Uint8Array(bytes) }
      expect(await ask('/anything', init)).toEqual([
        400,
        { error: 'The request body is not valid UTF-8.' },
      ])
    }
  })

  test('a body over the limit is a 413, declared or not', async () => {
    const fits = JSON.stringify('x'.repeat(998))
    expect(await ask('/anything', json(fits))).toEqual([200, 'x'.repeat(998)])
    expect(await ask('/anything', json(JSON.stringify('x'.repeat(999))))).toEqual([
      413,
      { error: 'The request body is over 1000 bytes.' },
    ])
    const stream = () =>
      new Blob(['"', 'x'.repeat(5000), '"'])
        .stream()
        .pipeThrough(new TransformStream<Uint8Array, Uint8Array>())
    const init = { method: 'POST', body: stream(), duplex: 'half' } as RequestInit
    expect(await ask('/anything', init)).toEqual([
      413,
      { error: 'The request body is over 1000 bytes.' },
    ])
  })

  test('a parameter typed Request is the raw request', async () => {
    expect(await ask('/raw', { method: 'POST', body: 'as it is' })).toEqual([
      200,
      { method: 'POST', url: '/raw', body: 'as it is' },
    ])
    const init = json({ customer: 'Ann' })
    const headers = { ...init.headers, 'x-agent': 'test' }
    const [status, body] = await ask('/both/7', { ...init, headers })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 7, order: { customer: 'Ann' }, agent: 'test' })
  })

  test('a signal is not aborted while the client is connected', async () => {
    expect(await ask('/signal', {})).toEqual([200, false])
  })

  test('keys such as __proto__ change nothing', async () => {
    const text =
      '{"customer":"Ann","__proto__":{"lines":1,"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},' +
      '"extra":{"__proto__":{"isAdmin":true},"a":{"constructor":1}}}'
    const [status, body] = await ask('/orders', json(text))
    expect(status).toBe(200)
    expect(Object.keys(body as object)).toEqual(['customer', 'lines', 'extra'])
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })
})

describe.each(transports)('with the default limits through %s', (_, open) => {
  const send = useTransport(open, kernelOf([Orders]).kernel)

  test('10 MB of brackets and 10,000 levels get a clear status, and the server continues', async () => {
    for (const [text, status] of [
      ['['.repeat(10_000_000), 413],
      ['['.repeat(100_000), 400],
      ['{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), 422],
      ['['.repeat(10_000) + ']'.repeat(10_000), 422],
    ] as const) {
      const response = await send('/anything', json(text))
      expect([response.status, (await response.text()).length > 0]).toEqual([status, true])
      const nested = await send('/orders', json(`{"customer":"Ann","lines":[{"sku":${text}}]}`))
      expect(nested.status).toBe(status)
      await nested.body?.cancel()
    }
    expect((await send('/signal')).status).toBe(200)
  })
})

test('FW_MAX_BODY_BYTES is 2 MiB unless it is set', async () => {
  const post = async (kernel: Kernel, bytes: number) => {
    const body = JSON.stringify('x'.repeat(bytes - 2))
    const request = new Request('http://localhost/anything', { ...json(body) })
    const { status } = await kernel.fetch(request)
    return status
  }
  const { kernel } = kernelOf([Orders])
  expect(await post(kernel, 2 * 1024 * 1024)).toBe(200)
  expect(await post(kernel, 2 * 1024 * 1024 + 1)).toBe(413)
  const { kernel: small } = kernelOf([Orders], { config: { FW_MAX_BODY_BYTES: '100' } })
  expect(await post(small, 100)).toBe(200)
  expect(await post(small, 101)).toBe(413)
})
