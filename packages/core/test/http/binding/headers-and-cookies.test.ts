import { Cookie, Get, Header, type int, MaxLength, Query } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'

class Texts {
  @Get('/texts')
  texts(
    @Header() userAgent: string,
    @Header('X-Version') version: int = 1,
    @Header() xRequestID?: string,
    @Header('x-tags') tags: int[] = [],
    @Cookie() theme: 'light' | 'dark' = 'light',
    @Cookie('font-size') @MaxLength(2) size?: string,
    @Cookie() colours: string[] = [],
    @Cookie() missing: string | null = null,
    @Query() page: int = 1,
  ) {
    return { userAgent, version, xRequestID, tags, theme, size, colours, missing, page }
  }

  @Get('/own')
  own(@Header() authorization: string, @Header() etag: string) {
    return authorization + etag
  }

  @Get('/events')
  events(@Header() lastEventId: string | null, @Header('x-name') name: string | null) {
    return [lastEventId, name]
  }
}

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([Texts]).kernel)

  test('headers and cookies are cast to the declared types', async () => {
    const found = await ask('/texts', {
      headers: {
        'user-agent': 'test',
        'x-version': '2',
        'x-request-id': 'abc',
        'x-tags': '1, 2,3',
        cookie: 'theme=dark; font-size=12; colours=red,blue; theme=light',
      },
    })
    expect(await found.json()).toEqual({
      userAgent: 'test',
      version: 2,
      xRequestID: 'abc',
      tags: [1, 2, 3],
      theme: 'dark',
      size: '12',
      colours: ['red', 'blue'],
      missing: null,
      page: 1,
    })
  })

  test('a missing one has its default value', async () => {
    const found = await ask('/texts', { headers: { 'user-agent': 'x' } })
    expect(await found.json()).toEqual({
      userAgent: 'x',
      version: 1,
      tags: [],
      theme: 'light',
      colours: [],
      missing: null,
      page: 1,
    })
  })

  test('Last-Event-ID is decoded as UTF-8 if it is valid, and other headers are not', async () => {
    const latin = (text: string) => Buffer.from(text).toString('latin1')
    const idsOf = async (headers: Record<string, string>) =>
      (await ask('/events', { headers })).json()
    expect(await idsOf({})).toEqual([null, null])
    for (const [sent, id] of [
      ['7', '7'],
      [latin('grün-語'), 'grün-語'],
      ['gr\u00fcn', 'gr\u00fcn'],
      [`${latin('ü')}\u00fc`, `${latin('ü')}\u00fc`],
    ] as const) {
      expect(await idsOf({ 'last-event-id': sent, 'x-name': sent })).toEqual([id, sent])
    }
  })

  test('an invalid value is reported under the name that the client knows', async () => {
    const found = await ask('/texts', {
      headers: { 'x-version': 'two', cookie: 'theme=red; font-size=100' },
    })
    expect([found.status, await found.json()]).toEqual([
      422,
      {
        errors: {
          'x-version': ['must be an integer.'],
          theme: ['must be one of: light, dark.'],
          'font-size': ['must be at most 2 characters.'],
        },
      },
    ])
  })
})

test('the document lists them, except those that OpenAPI describes elsewhere', async () => {
  const { paths } = await documentOf([Texts])
  expect(paths['/texts']?.get?.parameters).toEqual([
    { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
    { name: 'user-agent', in: 'header', schema: { type: 'string' } },
    { name: 'x-version', in: 'header', schema: { type: 'integer', default: 1 } },
    { name: 'x-request-id', in: 'header', schema: { type: 'string' } },
    {
      name: 'x-tags',
      in: 'header',
      schema: { type: 'array', items: { type: 'integer' }, default: [] },
    },
    {
      name: 'theme',
      in: 'cookie',
      schema: { type: 'string', enum: ['light', 'dark'], default: 'light' },
    },
    { name: 'font-size', in: 'cookie', schema: { type: 'string', maxLength: 2 } },
    {
      name: 'colours',
      in: 'cookie',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string' }, default: [] },
    },
    { name: 'missing', in: 'cookie', schema: { type: 'string' } },
  ])
  expect(paths['/own']?.get?.parameters).toEqual([
    { name: 'etag', in: 'header', schema: { type: 'string' } },
  ])
})

test('an invalid name is an error at boot', () => {
  class Wrong {
    @Get('/wrong')
    wrong(@Header('x y') text: string) {
      return text
    }
  }
  expect(() => kernelOf([Wrong])).toThrow(
    /"x y" is not a header name\. Write one such as "x-version"\./,
  )
})

test('an object in a header is an error at boot', () => {
  class Point {
    constructor(readonly x: int) {}
  }
  class Wrong {
    @Get('/wrong')
    wrong(@Header() at: Point) {
      return at
    }
  }
  expect(() => kernelOf([Wrong])).toThrow(
    'Wrong.wrong: parameter "at" (Point) cannot be read from a header, which is a single string. ' +
      'Declare a type such as string, number or Date.',
  )
})
