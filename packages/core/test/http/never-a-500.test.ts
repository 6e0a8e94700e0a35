import * as fc from 'fast-check'
import {
  Body,
  Email,
  Get,
  GreaterThan,
  type int,
  MinLength,
  Patch,
  Post,
  Put,
  Query,
} from '@fw/core'
import { expect, test } from 'vitest'
import { kernelOf } from './serving.ts'

type Kind = 'small' | 'large'

class Part {
  constructor(
    readonly kind: Kind,
    @GreaterThan(0) readonly count: int = 1,
  ) {}
}

class Thing {
  constructor(
    @MinLength(1) readonly name: string,
    readonly parts: Part[],
    readonly labels: Record<string, string> = {},
    readonly when: Date | null = null,
    readonly big: bigint = 0n,
    readonly any: unknown = null,
    readonly photo?: File,
    readonly inner?: Part,
    @Email() readonly contact: string | null = null,
  ) {}
}

class Things {
  @Post('/things')
  @Put('/things')
  @Patch('/things')
  create(@Body() thing: Thing) {
    return { ...thing, photo: thing.photo?.size }
  }

  @Post('/lists')
  list(@Body() things: Thing[]) {
    return things.length
  }

  @Get('/things/{id}')
  show(id: int, @Query() tags: string[], @Query() flag: boolean = false, @Query() ratio: number) {
    return { id, tags, flag, ratio }
  }

  @Get('/search')
  search(@Query() part: Part) {
    return part
  }

  @Post('/files/{name}')
  files(name: string, file: File | null, files: File[] = []) {
    return [name, file?.size, files.length]
  }

  @Post('/any')
  any(@Body() value: unknown, request: Request) {
    return [typeof value, request.method]
  }
}

const { kernel, log } = kernelOf([Things])

const names = fc.oneof(
  fc.constantFrom(
    'name',
    'parts',
    'labels',
    'when',
    'big',
    'any',
    'photo',
    'inner',
    'contact',
    'kind',
    'count',
    'parts[0][kind]',
    'parts[0].count',
    'inner[kind]',
    'file',
    'files[]',
    'part',
    '__proto__',
    'constructor',
    'prototype',
    '__proto__[x]',
    'labels[__proto__]',
    'toString',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const scalars = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'small',
    'large',
    '2026-01-01T00:00:00Z',
    'a@example.com',
    '12345678901234567890',
  ),
)
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 6 }).map((pairs) => {
      const entries = pairs.map(([name, value]) => `${JSON.stringify(name)}:${text(value)}`)
      return new Raw(`{${entries.join(',')}}`)
    }),
  ),
})).value

/** JSON as it is written, so that it can hold any key, twice too. */
class Raw {
  constructor(readonly text: string) {}
}

function text(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(text).join(',')}]`
  return JSON.stringify(value) ?? 'null'
}

const paths = fc.oneof(
  fc.constantFrom('/things', '/lists', '/any', '/search', '/files/x', '/things/1'),
  fc
    .tuple(fc.constantFrom('/things/', '/files/', '/'), fc.string({ unit: 'binary' }))
    .map(([start, rest]) => start + encodeURI(rest.toWellFormed())),
  fc
    .string({ unit: fc.constantFrom('/', '%', '2', 'f', 'F', '.', '?', '=', '&', '[', ']', 'a') })
    .map((rest) => `/${rest}`),
)
const fields = fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 20 })), {
  maxLength: 8,
})
const bodies = fc.oneof(
  values.map((value) => ({ type: 'application/json', body: text(value) })),
  fc.string({ unit: 'binary' }).map((body) => ({ type: 'application/json', body })),
  fc.uint8Array().map((bytes) => ({ type: 'application/json', body: new Uint8Array(bytes) })),
  fields.map((pairs) => ({ type: undefined, body: new URLSearchParams(pairs) })),
  fc.tuple(fields, names, fc.uint8Array()).map(([pairs, name, bytes]) => {
    const body = new FormData()
    for (const [key, value] of pairs) body.append(key, value)
    body.append(name, new File([new Uint8Array(bytes)], name))
    return { type: undefined, body }
  }),
  fc
    .tuple(
      fc.array(
        fc.constantFrom(
          '--b',
          '\r\n',
          '--',
          ': ',
          ';',
          '"',
          'a',
          '\n',
          '\r',
          'Content-Disposition: form-data',
          '; name="name"',
          '; filename="x"',
          'Content-Type: text/plain',
          '\r\n\r\n',
          '=',
          '\u00ff',
        ),
        { maxLength: 40 },
      ),
      fc.constantFrom('; boundary=b', '; boundary="b"', '', '; boundary=', '; boundary=--b'),
    )
    .map(([chunks, rest]) => ({ type: `multipart/form-data${rest}`, body: chunks.join('') })),
)

test('no request is a 500, hangs, or changes a prototype', async () => {
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')
  const before = prototypes()
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(methods, paths, fields, bodies, async (method, path, query, sent) => {
      const search = new URLSearchParams(query).toString()
      const url = `http://localhost${path}${path.includes('?') ? '' : `?${search}`}`
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const headers: Record<string, string> =
        sent.type === undefined ? {} : { 'content-type': sent.type }
      const request = new Request(url, { method, headers, ...(hasBody ? { body: sent.body } : {}) })
      const response = await kernel.fetch(request)
      await response.text()
      statuses.add(response.status)
      expect([response.status, log.errors]).toEqual([expect.not.toSatisfy((s) => s >= 500), []])
    }),
    { numRuns: 1500, endOnFailure: true },
  )
  expect(prototypes()).toEqual(before)
  expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 404, 405, 422]))
})

function prototypes(): string[][] {
  const owners = [Object, Array, String, Number, Function, Thing, Part, File]
  return owners.map(({ prototype }) => Reflect.ownKeys(prototype).map(String))
}
