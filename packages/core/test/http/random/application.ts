import * as fc from 'fast-check'
import { types, TypeWriter, valuesOf, type Type } from './types.ts'

/** An application with a route for each of some types. */
export interface RandomApplication {
  readonly source: string
  readonly bodies: readonly Type[]
}

export const applications: fc.Arbitrary<RandomApplication> = fc
  .array(types, { minLength: 12, maxLength: 12 })
  .map((bodies) => ({ source: writeSource(bodies), bodies }))

function writeSource(bodies: readonly Type[]): string {
  const writer = new TypeWriter()
  const routes = bodies.map((type, index) => {
    const text = writer.write(type)
    return `  @Post('/bodies/${index}') @Put('/bodies/${index}') @Patch('/bodies/${index}')
  body${index}(@Body() value: ${text}) { return value }
  @Post('/beside/${index}')
  beside${index}(@Body() value: ${text}, document: File | null, others: File[] = []) {
    return [value, document?.size, others.length]
  }`
  })
  return `import { Body, Get, Patch, Post, Put, Query, type int } from '@fw/core'
${writer.classes.join('\n')}
class Filter {
  constructor(readonly a: string[] = [], readonly b?: int, readonly when: Date | null = null) {}
}
export class Site {
${routes.join('\n')}
  @Get('/queries/{id}')
  query(id: int, @Query() flag: boolean, @Query() list: number[] = [], @Query() size?: 'small' | 'large') {
    return [id, flag, list, size]
  }
  @Get('/filters/{name}')
  filter(name: string, @Query() filter: Filter) { return { name, filter } }
  @Get('/prototypes')
  prototypes() {
    return [Object, Array, String, Function, File, Filter].map(({ prototype }) => Reflect.ownKeys(prototype).map(String))
  }
}
`
}

/** A written request that asks for the connection to close after its response. */
export interface RandomRequest {
  readonly bytes: Buffer
  /** True if it is clearly HTTP, and so must get a response. */
  readonly isWhole: boolean
}

export function requestsOf({ bodies }: RandomApplication): fc.Arbitrary<RandomRequest> {
  const perBody = bodies.map((type, index) => bodyRequests(type, index))
  const whole = fc
    .oneof({ weight: 6, arbitrary: fc.oneof(...perBody) }, { weight: 1, arbitrary: queries })
    .map((bytes) => ({ bytes, isWhole: true }))
  const damaged = fc
    .tuple(whole, fc.array(damages, { minLength: 1, maxLength: 3 }))
    .map(([{ bytes }, all]) => ({
      bytes: all.reduce((text, damage) => damage(text), bytes),
      isWhole: false,
    }))
  return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: damaged })
}

function bodyRequests(type: Type, index: number): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      fc.constantFrom('POST /bodies', 'PUT /bodies', 'PATCH /bodies', 'POST /beside'),
      fc.oneof(...encodings.map((encode) => valuesOf(type).chain(encode))),
    )
    .map(([start, { type: contentType, body }]) =>
      Buffer.concat([
        Buffer.from(
          `${start}/${index} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
            `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`,
        ),
        body,
      ]),
    )
}

interface Encoded {
  readonly type: string
  readonly body: Buffer
}

type Encode = (value: unknown) => fc.Arbitrary<Encoded>

const encodings: readonly Encode[] = [
  (value) =>
    fc.constant({ type: 'application/json', body: Buffer.from(JSON.stringify(value) ?? '') }),
  (value) =>
    fc.array(keyStyles, { minLength: 1, maxLength: 4 }).map((styles) => {
      const pairs = flatten(value, styles).map((pair) => pair.map(encodeText).join('='))
      return { type: 'application/x-www-form-urlencoded', body: Buffer.from(pairs.join('&')) }
    }),
  (value) =>
    fc
      .tuple(fc.array(keyStyles, { minLength: 1, maxLength: 4 }), fc.array(files, { maxLength: 3 }))
      .map(([styles, parts]) => ({
        type: 'multipart/form-data; boundary=b',
        body: writeForm([...flatten(value, styles).map(toPart), ...parts]),
      })),
]

/** The way in which a key of a form is joined to that of its owner. */
const keyStyles = fc.constantFrom(
  (key: string) => `[${key}]`,
  (key: string) => `.${key}`,
  () => '[]',
)

function flatten(
  value: unknown,
  styles: readonly ((key: string) => string)[],
  name = '',
): string[][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, entry], index) => {
    const style = styles[index % styles.length] as (key: string) => string
    return flatten(entry, styles, name === '' ? key : name + style(key))
  })
}

function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

interface Part {
  readonly header: string
  readonly content: Uint8Array
}

function toPart([name = '', value = '']: readonly string[]): Part {
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return { header: `name="${quoted}"`, content: Buffer.from(value) }
}

const files: fc.Arbitrary<Part> = fc.record({
  header: fc
    .tuple(
      fc.constantFrom('document', 'others', 'others[]', 'a', 'a[b]', '__proto__'),
      fc.constantFrom('', 'a.txt', '../../a', 'a%22b', 'C:\\a', 'ü'),
    )
    .map(([name, filename]) => `name="${name}"; filename="${filename}"`),
  content: fc.uint8Array({ maxLength: 40 }),
})

function writeForm(parts: readonly Part[]): Buffer {
  const written = parts.map(({ header, content }) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
  )
  return Buffer.concat([...written, Buffer.from('--b--\r\n')])
}

const queries: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom('/queries/', '/filters/', '/bodies/', '/'),
    fc.oneof(fc.integer().map(String), fc.string({ unit: 'binary', maxLength: 8 })),
    fc.array(
      fc.tuple(
        fc.constantFrom('flag', 'list', 'list[]', 'size', 'a', 'b', 'when', '__proto__', 'a[b]'),
        fc.oneof(fc.constantFrom('true', '1', 'small', '1.5', ''), fc.string({ unit: 'binary' })),
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE'),
  )
  .map(([path, last, pairs, method]) => {
    const query = pairs.map((pair) => pair.map(encodeText).join('=')).join('&')
    return Buffer.from(
      `${method} ${path}${encodeText(last)}?${query} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
  })

/** Leaves bytes out, puts bytes in, or has some of them twice. */
const damages: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .tuple(
    fc.noBias(fc.nat(999)),
    fc.nat(6),
    fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc
        .constantFrom('\r\n', '\r', '--b', '"', '%', '%zz', '&', '[', '\u0000', ';', ': ', '{', ']')
        .map((text) => Buffer.from(text)),
    ),
    fc.boolean(),
  )
  .map(([thousandths, length, inserted, isTwice]) => (bytes) => {
    const start = Math.floor((thousandths / 1000) * bytes.length)
    const rest = bytes.subarray(isTwice ? Math.max(0, start - length) : start + length)
    return Buffer.concat([bytes.subarray(0, start), inserted, rest])
  })
