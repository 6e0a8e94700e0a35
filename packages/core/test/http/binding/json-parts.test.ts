import { Body, type int, MinLength, Post } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'
import { multipartBytes, multipartInit, type RawPart } from './multipart-text.ts'

class Line {
  constructor(
    @MinLength(2) readonly sku: string,
    readonly quantity: int = 1,
  ) {}
}

class Card {
  constructor(
    readonly kind: 'card',
    readonly number: string,
  ) {}
}

class Cash {
  constructor(readonly kind: 'cash') {}
}

class Order {
  constructor(
    readonly first: Line,
    readonly lines: Line[],
    readonly counts: Record<string, int>,
    readonly text: string,
    readonly payment: Card | Cash | null = null,
    readonly tags: string[] = [],
    readonly grid: int[][] = [],
    readonly free: Record<string, unknown> | null = null,
    readonly receipt: File | null = null,
    readonly scans: File[] = [],
  ) {}
}

class Orders {
  @Post('/orders')
  async create(@Body() order: Order) {
    const { receipt, scans, ...rest } = order
    return { ...rest, receipt: (await receipt?.text()) ?? null, scans: scans.length }
  }
}

const type = 'Content-Type: application/json'

function part(name: string, content: string, header = type): RawPart {
  return [[`Content-Disposition: form-data; name="${name}"`, header], content]
}

/** Like a browser sends a Blob created by a program: with the file name "blob". */
function blobs(values: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    for (const each of name === 'lines' ? (value as unknown[]) : [value]) {
      form.append(name, new Blob([JSON.stringify(each)], { type: 'application/json' }))
    }
  }
  return form
}

const data = {
  first: { sku: 'aa', quantity: 2 },
  lines: [{ sku: 'bb' }, { sku: 'cc', quantity: 3 }],
  counts: { a: 1 },
}
const expected = {
  ...data,
  lines: [
    { sku: 'bb', quantity: 1 },
    { sku: 'cc', quantity: 3 },
  ],
  text: '{"stays":"text"}',
  payment: null,
  tags: [],
  grid: [],
  free: null,
  receipt: null,
  scans: 0,
}

const plain = [part('text', expected.text)]
const parts = [
  ...plain,
  ...Object.entries(data).map(([name, value]) => part(name, JSON.stringify(value))),
]

describe.each(transports)('through %s', (_, open) => {
  const limits = { maxFields: 10, maxBodyBytes: 4_000_000 }
  const serve = useTransport(open, kernelOf([Orders], limits).kernel)

  const ask = async (init: RequestInit) => {
    const response = await serve('/orders', init)
    return [response.status, await response.json()]
  }

  const send = (all: readonly RawPart[]) => ask(multipartInit(multipartBytes(all)))

  test('objects and lists of a form may be parts of JSON', async () => {
    expect(await send(parts)).toEqual([200, expected])
    expect(
      await send([
        ...parts.filter(([[disposition]]) => !disposition?.includes('lines')),
        part('lines', '{"sku":"bb"}', 'content-type: Application/JSON ; charset="utf-8"'),
        part('lines', '{"sku":"cc","quantity":3}'),
        part('grid', '[1,2]'),
        part('grid', '[]'),
        part('payment', '{"kind":"card","number":"1"}'),
        part('free', '{"a":[{"b":null}]}'),
      ]),
    ).toEqual([
      200,
      {
        ...expected,
        grid: [[1, 2], []],
        payment: { kind: 'card', number: '1' },
        free: { a: [{ b: null }] },
      },
    ])
    expect(await send([...parts, part('payment', 'null'), part('tags', '["x"]')])).toEqual([
      200,
      { ...expected, tags: ['x'] },
    ])
  })

  test('even with the file name of a Blob, next to JSON files', async () => {
    const form = blobs({ ...data, receipt: { is: 'a file' } })
    form.append('text', expected.text)
    form.append('scans', new Blob(['{}'], { type: 'application/json' }), 'scan.json')

    expect(await ask({ method: 'POST', body: form })).toEqual([
      200,
      { ...expected, receipt: '{"is":"a file"}', scans: 1 },
    ])
  })

  test('is checked like a JSON body', async () => {
    const wrong = [
      ...plain,
      part('first', '{"sku":"a","quantity":1.5}'),
      part('lines', '[{"sku":"bb"},{}]'),
      part('counts', '[]'),
      part('payment', '{"kind":"cheque"}'),
    ]
    expect(await send(wrong)).toEqual([
      422,
      {
        errors: {
          'first.sku': ['must be at least 2 characters.'],
          'first.quantity': ['must be an integer.'],
          'lines.1.sku': ['is required.'],
          counts: ['must be an object.'],
          'payment.kind': ['must be one of: card, cash.'],
        },
      },
    ])
  })

  test('has the limits of a field, and is a 400 if it is malformed', async () => {
    expect(await send([...parts, part('free', '{"a":')])).toEqual([
      400,
      { error: 'The field "free" is not valid JSON.' },
    ])
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    expect(await send([...parts, part('free', deep)])).toEqual([
      400,
      { error: 'The field "free" is nested too deeply.' },
    ])
    expect(await send(Array.from({ length: 11 }, () => part('lines', '{}')))).toEqual([
      413,
      { error: 'The form has over 10 fields.' },
    ])
    const large = part('free', JSON.stringify({ a: 'x'.repeat(3_000_000) }))
    expect(await send([large])).toEqual([
      413,
      { error: `The fields of the form are over ${2 * 1024 * 1024} bytes.` },
    ])
  })
})

test('a JSON part is documented as the encoding', async () => {
  const { paths } = await documentOf([Orders])

  const json = { contentType: 'application/json' }
  const content = paths['/orders']?.['post']?.requestBody?.content
  expect(Object.keys(content ?? {})).toEqual(['multipart/form-data'])
  expect(content?.['multipart/form-data']?.encoding).toEqual({
    first: json,
    lines: json,
    counts: json,
    payment: json,
    free: json,
  })
})
