import { Body, Email, type int, MinLength, Patch, Post, Put, Query } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from '../serving.ts'

class Address {
  constructor(
    @MinLength(2) readonly city: string,
    readonly zip: int | null,
  ) {}
}

class Line {
  constructor(
    readonly sku: string,
    readonly quantity: int = 1,
  ) {}
}

class Order {
  constructor(
    @Email() readonly email: string,
    readonly address: Address,
    readonly lines: Line[],
    readonly tags: string[] = [],
    readonly express: boolean = false,
    readonly placed?: Date,
  ) {}
}

class Numbers {
  constructor(readonly values: number[]) {}
}

class Orders {
  @Post('/orders')
  @Put('/orders')
  @Patch('/orders')
  create(@Body() order: Order, @Query() source: string = 'shop') {
    return { ...order, source }
  }

  @Post('/numbers')
  numbers(@Body() numbers: Numbers) {
    return numbers.values
  }

  @Post('/raw')
  raw(@Body() form: Record<string, unknown>) {
    return form
  }
}

const order = {
  email: 'ann@example.com',
  address: { city: 'Bergen', zip: 5003 },
  lines: [
    { sku: 'a', quantity: 2 },
    { sku: 'b', quantity: 1 },
  ],
  tags: ['x', 'y'],
  express: true,
  placed: '2026-01-01T00:00:00.000Z',
}

const fields: [string, string][] = [
  ['email', 'ann@example.com'],
  ['address[city]', 'Bergen'],
  ['address.zip', '5003'],
  ['lines[0][sku]', 'a'],
  ['lines[0].quantity', '2'],
  ['lines[1][sku]', 'b'],
  ['tags', 'x'],
  ['tags', 'y'],
  ['express', '1'],
  ['placed', '2026-01-01T00:00:00Z'],
]

function urlencoded(pairs: [string, string][]): RequestInit {
  return { method: 'POST', body: new URLSearchParams(pairs) }
}

function multipart(pairs: [string, string][]): RequestInit {
  const body = new FormData()
  for (const [name, value] of pairs) body.append(name, value)
  return { method: 'POST', body }
}

function rawForm(body: string | Uint8Array<ArrayBuffer>): RequestInit {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', headers, body }
}

describe.each(transports)('through %s', (_, open) => {
  const send = useTransport(open, kernelOf([Orders]).kernel)

  const ask = async (path: string, init: RequestInit) => {
    const response = await send(path, init)
    return [response.status, await response.json()]
  }

  test('a form fills the same DTO as JSON, by POST, PUT and PATCH', async () => {
    const expected = [200, { ...order, source: 'web' }]
    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const init of [json(order), urlencoded(fields), multipart(fields)]) {
        expect(await ask('/orders?source=web', { ...init, method })).toEqual(expected)
      }
    }
  })

  test('a form breaks constraints with the same messages and keys as JSON', async () => {
    const wrong: [string, string][] = [
      ['email', 'nobody'],
      ['address[city]', 'B'],
      ['address[zip]', 'x'],
      ['lines[0][quantity]', '1.5'],
      ['express', 'maybe'],
    ]
    const data = {
      email: 'nobody',
      address: { city: 'B', zip: 'x' },
      lines: [{ quantity: 1.5 }],
      express: 'maybe',
    }
    const expected = [
      422,
      {
        errors: {
          email: ['must be a valid email address.'],
          'address.city': ['must be at least 2 characters.'],
          'address.zip': ['must be an integer.'],
          'lines.0.sku': ['is required.'],
          'lines.0.quantity': ['must be an integer.'],
          express: ['must be a boolean.'],
        },
      },
    ]
    for (const init of [json(data), urlencoded(wrong), multipart(wrong)]) {
      expect(await ask('/orders', init)).toEqual(expected)
    }
  })

  test('names and values are decoded, and a plus is a space', async () => {
    expect(
      await ask('/raw', rawForm('a+b=c%2Bd+e&%C3%A9=%F0%9F%8D%8B&empty=&bare&&x=1=2')),
    ).toEqual([200, { 'a b': 'c+d e', é: '🍋', empty: '', bare: '', x: '1=2' }])
  })

  test('keys are nested in every notation', async () => {
    const form = 'a[b][c]=1&a.b.d=2&list[]=1&list[]=2&one[]=1&deep.list[]=1&s[1]=b&s[0]=a&t=1&t=2'
    expect(await ask('/raw', rawForm(form))).toEqual([
      200,
      {
        a: { b: { c: '1', d: '2' } },
        list: ['1', '2'],
        one: ['1'],
        deep: { list: ['1'] },
        s: { '0': 'a', '1': 'b' },
        t: ['1', '2'],
      },
    ])
  })

  test('keys such as __proto__ change nothing', async () => {
    const form =
      '__proto__[isAdmin]=1&__proto__=1&constructor[prototype][isAdmin]=1&a.__proto__.isAdmin=1&a[constructor]=1'
    for (const init of [
      rawForm(form),
      multipart([...new URLSearchParams(form)] as [string, string][]),
    ]) {
      const response = await send('/raw', init)
      expect(response.status).toBe(200)
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    }
  })

  test('a form that is not valid text is a 400', async () => {
    expect(await ask('/raw', rawForm('a=%'))).toEqual([
      400,
      { error: 'The percent-encoding of "%" is malformed.' },
    ])
    expect(await ask('/raw', rawForm('%ff=1'))).toEqual([
      400,
      { error: 'The percent-encoding of "%ff" is malformed.' },
    ])
    expect(await ask('/raw', rawForm(new Uint8Array([0x61, 0x3d, 0xff])))).toEqual([
      400,
      { error: 'The request body is not valid UTF-8.' },
    ])
    expect(await ask('/raw', rawForm(`a${'[b]'.repeat(40)}=1`))).toEqual([
      400,
      { error: `The field "a${'[b]'.repeat(33)}" is nested too deeply.` },
    ])
  })

  test('an empty form is an empty object', async () => {
    expect(await ask('/raw', rawForm(''))).toEqual([200, {}])
  })
})

test('a form with too many fields is a 413', async () => {
  const { kernel } = kernelOf([Orders], { maxFields: 3 })
  const ask = async (init: RequestInit) => {
    const response = await kernel.fetch(new Request('http://localhost/raw', init))
    return [response.status, await response.json()]
  }
  const pairs = (count: number) =>
    Array.from({ length: count }, (_, index): [string, string] => [`f${index}`, 'x'])
  for (const form of [urlencoded, multipart]) {
    expect(await ask(form(pairs(3)))).toEqual([200, { f0: 'x', f1: 'x', f2: 'x' }])
    expect(await ask(form(pairs(4)))).toEqual([413, { error: 'The form has over 3 fields.' }])
  }
})

test('a number may have a point, a sign and an exponent', async () => {
  let texts = ['']
  const all: string[] = []
  for (let length = 1; length <= 5; length += 1) {
    texts = texts.flatMap((text) => [...'1.+e'].map((character) => text + character))
    all.push(...texts)
  }
  const { kernel } = kernelOf([Orders])
  for (let start = 0; start < all.length; start += 100) {
    const batch = all.slice(start, start + 100)
    const body = new URLSearchParams(batch.map((text) => ['values', text]))
    const response = await kernel.fetch(
      new Request('http://localhost/numbers', { method: 'POST', body }),
    )
    const { errors } = (await response.json()) as { errors: object }
    const refused = batch.flatMap((text, index) =>
      /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?$/.test(text) ? [] : [`values.${index}`],
    )
    expect(Object.keys(errors)).toEqual(refused)
  }
})
