import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Body, Get, type int, MinLength, Patch, Post, Put } from '@fw/core'
import { afterAll, describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from '../serving.ts'
import { boundary, field, file, inChunks, multipartBytes, multipartInit } from './multipart-text.ts'

class Address {
  constructor(readonly city: string) {}
}

class Profile {
  constructor(
    @MinLength(2) readonly name: string,
    readonly age: int,
    readonly photo: File,
    readonly address: Address | null = null,
    readonly scans: File[] = [],
    readonly cover?: File,
  ) {}
}

class Badge {
  constructor(
    readonly name: string,
    readonly photo: File | null,
  ) {}
}

async function shown(upload: File) {
  return { name: upload.name, type: upload.type, size: upload.size, text: await upload.text() }
}

class Uploads {
  @Post('/one')
  @Put('/one')
  @Patch('/one')
  one(document: File) {
    return shown(document)
  }

  @Post('/list')
  list(documents: File[]) {
    return documents.map(({ name, size }) => `${name} ${size}`)
  }

  @Post('/optional')
  optional(document: File | null, second?: File, third: File | null = null) {
    return [document?.name ?? document, second?.name ?? 'undefined', third?.name ?? third]
  }

  @Post('/profiles/{id}')
  async profile(id: int, @Body() profile: Profile) {
    const { name, age, photo, address, scans, cover } = profile
    return {
      id,
      name,
      age,
      address,
      photo: await shown(photo),
      scans: scans.map((scan) => scan.name),
      cover: cover?.name ?? null,
    }
  }

  @Post('/badges')
  badge(@Body() badge: Badge) {
    return { name: badge.name, photo: badge.photo?.name ?? badge.photo }
  }

  @Post('/beside')
  beside(@Body() form: Record<string, unknown>, document: File) {
    return { keys: Object.keys(form), name: document.name }
  }

  @Post('/measure')
  async measure(document: File) {
    let size = 0
    for await (const chunk of document.stream()) size += chunk.length
    return { size, spilled: temporaryFiles().length }
  }

  @Post('/fails')
  fails(document: File): void {
    throw new Error(document.name)
  }

  @Post('/echo')
  echo(document: File) {
    return document.stream()
  }

  @Get('/alive')
  alive() {
    return true
  }
}

const folder = mkdtempSync(join(tmpdir(), 'fw-uploads-test-'))
process.env['TMPDIR'] = folder
afterAll(() => rmSync(folder, { recursive: true }))

function temporaryFiles(): string[] {
  return readdirSync(folder)
}

function formOf(entries: Record<string, string | File | readonly (string | File)[]>): RequestInit {
  const body = new FormData()
  for (const [name, values] of Object.entries(entries)) {
    for (const value of [values].flat()) body.append(name, value as string)
  }
  return { method: 'POST', body }
}

/**
 * The same form as bytes: Node's fetch cannot stop sending a FormData if the response arrives
 * early.
 */
async function written(form: RequestInit): Promise<RequestInit> {
  const whole = new Response(form.body as FormData)
  const headers = { 'content-type': whole.headers.get('content-type') as string }
  return { ...form, headers, body: await whole.arrayBuffer() }
}

const text = (name: string, content = 'hello') => new File([content], name, { type: 'text/plain' })
const bytes = (name: string, size: number) => new File([Buffer.alloc(size, 'x')], name)

describe.each(transports)('through %s', (_, open) => {
  const { kernel, log } = kernelOf([Uploads])
  const send = useTransport(open, kernel)

  const ask = async (path: string, init: RequestInit) => {
    const response = await send(path, init)
    return [response.status, await response.json()]
  }

  test('a File parameter receives the upload with its name, by POST, PUT and PATCH', async () => {
    const form = formOf({ document: text('notes.txt'), other: 'x' })
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect(await ask('/one', { ...form, method })).toEqual([
        200,
        { name: 'notes.txt', type: 'text/plain', size: 5, text: 'hello' },
      ])
    }
  })

  test('File[] receives the files of repeated parts', async () => {
    const form = formOf({ documents: [text('a.txt'), bytes('b.bin', 3)] })
    expect(await ask('/list', form)).toEqual([200, ['a.txt 5', 'b.bin 3']])
    expect(await ask('/list', formOf({ documents: text('a.txt') }))).toEqual([200, ['a.txt 5']])
    expect(await ask('/list', formOf({ 'documents[]': text('a.txt') }))).toEqual([200, ['a.txt 5']])
  })

  test('a missing file is null or the default if allowed, else 422', async () => {
    expect(await ask('/optional', formOf({ x: '1' }))).toEqual([200, [null, 'undefined', null]])
    expect(await ask('/optional', formOf({ third: text('3') }))).toEqual([
      200,
      [null, 'undefined', '3'],
    ])
    for (const path of ['/one', '/list']) {
      const name = path === '/one' ? 'document' : 'documents'
      for (const init of [formOf({ x: '1' }), json({ [name]: 'text' }), { method: 'POST' }]) {
        expect(await ask(path, init)).toEqual([422, { errors: { [name]: ['is required.'] } }])
      }
    }
    expect(await ask('/one', formOf({ document: 'text' }))).toEqual([
      422,
      { errors: { document: ['must be a file.'] } },
    ])
    expect(await ask('/list', formOf({ documents: [text('a'), 'text'] }))).toEqual([
      422,
      { errors: { 'documents.1': ['must be a file.'] } },
    ])
    const two = formOf({ document: [text('a'), text('b')] })
    expect(await ask('/one', two)).toEqual([422, { errors: { document: ['must be a file.'] } }])
  })

  test('an empty string in the place of a file counts as missing', async () => {
    const post = (path: string, ...parts: Parameters<typeof multipartBytes>[0]) =>
      ask(path, multipartInit(multipartBytes(parts)))
    const none = (name: string) => field(name, '')
    expect(await post('/optional', none('document'), none('second'), none('third'))).toEqual([
      200,
      [null, 'undefined', null],
    ])
    const one = file('documents', 'a.txt', 'a')
    expect(await post('/list', none('documents'), one)).toEqual([200, ['a.txt 1']])
    const missing = { errors: { documents: ['is required.'] } }
    expect(await post('/list', none('documents'))).toEqual([422, missing])
    expect(await post('/one', none('document'))).toEqual([
      422,
      { errors: { document: ['is required.'] } },
    ])
    expect(await post('/badges', field('name', 'Ada'), none('photo'))).toEqual([
      200,
      { name: 'Ada', photo: null },
    ])
    const filled = [field('name', 'Ada'), field('age', '36'), file('photo', 'a', 'b')]
    expect(await post('/profiles/1', ...filled, none('scans'), none('cover'))).toMatchObject([
      200,
      { scans: [], cover: null },
    ])
    expect(await post('/one', field('document', 'text'))).toEqual([
      422,
      { errors: { document: ['must be a file.'] } },
    ])
  })

  test('an input that a browser sends without a file counts as missing', async () => {
    const empty = multipartBytes([file('document', '', ''), file('second', '', '')])
    expect(await ask('/optional', multipartInit(empty))).toEqual([200, [null, 'undefined', null]])
    expect(await ask('/one', multipartInit(empty))).toEqual([
      422,
      { errors: { document: ['is required.'] } },
    ])
  })

  test('a DTO can have files next to ordinary fields, with all errors together', async () => {
    const form = formOf({
      name: 'Ann',
      age: '7',
      photo: text('me.txt'),
      'address[city]': 'Oslo',
      scans: [text('1'), text('2')],
    })
    expect(await ask('/profiles/3', form)).toEqual([
      200,
      {
        id: 3,
        name: 'Ann',
        age: 7,
        address: { city: 'Oslo' },
        photo: { name: 'me.txt', type: 'text/plain', size: 5, text: 'hello' },
        scans: ['1', '2'],
        cover: null,
      },
    ])
    expect(await ask('/profiles/3', formOf({ name: 'A', age: 'x', photo: 'text' }))).toEqual([
      422,
      {
        errors: {
          name: ['must be at least 2 characters.'],
          age: ['must be an integer.'],
          photo: ['must be a file.'],
        },
      },
    ])
    expect(await ask('/badges', formOf({ name: 'Ann' }))).toEqual([
      200,
      { name: 'Ann', photo: null },
    ])
    const beside = formOf({ a: '1', document: text('d') })
    expect(await ask('/beside', beside)).toEqual([200, { keys: ['a', 'document'], name: 'd' }])
  })

  test('names survive the encodings of all clients', async () => {
    for (const [header, name] of [
      ['filename="plain.txt"', 'plain.txt'],
      ['filename=plain.txt', 'plain.txt'],
      ['filename="grüße 🍋.txt"', 'grüße 🍋.txt'],
      ['filename="a%22b%0D%0A.txt"', 'a"b\r\n.txt'],
      ['filename="a\\"b.txt"', 'a"b.txt'],
      ['filename="x"; filename*=UTF-8\'\'gr%C3%BC%C3%9Fe.txt', 'grüße.txt'],
      ['filename="C:\\\\fakepath\\\\photo.png"', 'photo.png'],
      ['filename="../../etc/passwd"', 'passwd'],
      ['filename=".."', ''],
    ] as const) {
      const part = [[`content-disposition: form-data; name="document"; ${header}`], 'x'] as const
      const [status, body] = await ask('/one', multipartInit(multipartBytes([part])))
      expect([status, (body as { name: string }).name]).toEqual([200, name])
    }
  })

  test('the body is read the same for any chunk boundaries', async () => {
    const body = multipartBytes([
      field('name', 'Änn'),
      field('age', '7'),
      file('photo', 'ä.txt', `\r\n--${boundary.slice(0, 9)}\r\n-\r${'x'.repeat(20)}\r`),
      field('address[city]', ''),
      file('scans', 'empty.txt', ''),
    ])
    const whole = await ask('/profiles/1', multipartInit(body))
    expect(whole).toMatchObject([200, { name: 'Änn', photo: { size: 38 }, scans: ['empty.txt'] }])
    for (let cut = 1; cut < body.length; cut += 1) {
      const chunks = inChunks(body, [cut, cut + 1, cut + 3])
      expect(await ask('/profiles/1', multipartInit(chunks))).toEqual(whole)
    }
    const single = inChunks(body, [...body.keys()])
    expect(await ask('/profiles/1', multipartInit(single))).toEqual(whole)
  })

  test('a delimiter with spaces, and a boundary among quoted parameters, are read', async () => {
    const padded = multipartBytes([file('document', 'a', 'x')])
      .toString()
      .replace('\r\n', ' \t\r\n')
    const type = `multipart/form-data; x="; boundary=y"; boundary="${boundary}"`
    const [status, body] = await ask('/one', multipartInit(Buffer.from(padded), type))
    expect([status, body]).toMatchObject([200, { name: 'a', text: 'x' }])
  })

  test('a malformed form is a 400', async () => {
    const good = multipartBytes([file('document', 'a', 'x')])
    for (const [name, init] of Object.entries({
      'no boundary': multipartInit(good, 'multipart/form-data'),
      'an endless boundary': multipartInit(
        good,
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
      ),
      'another boundary': multipartInit(good, 'multipart/form-data; boundary=other'),
      'no end': multipartInit(multipartBytes([file('document', 'a', 'x')], '')),
      'an end in the content': multipartInit(good.subarray(0, good.length - 20)),
      'an end in the header': multipartInit(good.subarray(0, 60)),
      'no name': multipartInit(multipartBytes([[['Content-Disposition: form-data'], 'x']])),
      'no disposition': multipartInit(multipartBytes([[['Content-Type: text/plain'], 'x']])),
      'another disposition': multipartInit(
        multipartBytes([[['Content-Disposition: attachment; name="document"'], 'x']]),
      ),
      'no header': multipartInit(multipartBytes([[[], 'x']])),
      'no part': multipartInit(Buffer.from('anything')),
      'a boundary inside the header': multipartInit(
        Buffer.from(`--${boundary}\r\nContent-Disp\r\n--${boundary}--\r\n`),
      ),
    })) {
      const [status, body] = await ask('/one', init)
      expect([name, status, Object.keys(body as object)]).toEqual([name, 400, ['error']])
    }
    const latin = multipartBytes([
      [['Content-Disposition: form-data; name="a"'], Buffer.from([255])],
    ])
    expect(await ask('/beside', multipartInit(latin))).toEqual([
      400,
      { error: 'The field "a" cannot be decoded as utf-8.' },
    ])
  })

  test('a field in another charset is read if it declares it', async () => {
    const part = (charset: string) =>
      [
        [
          'Content-Disposition: form-data; name="name"',
          `Content-Type: text/plain; charset=${charset}`,
        ],
        Buffer.from([0xe9]),
      ] as const
    expect(await ask('/badges', multipartInit(multipartBytes([part('iso-8859-1')])))).toEqual([
      200,
      { name: 'é', photo: null },
    ])
    expect((await ask('/badges', multipartInit(multipartBytes([part('klingon')]))))[0]).toBe(400)
  })

  test('an empty form is an empty object', async () => {
    expect(await ask('/badges', multipartInit(Buffer.alloc(0)))).toMatchObject([422, {}])
    const closed = Buffer.from(`--${boundary}--\r\n`)
    expect(await ask('/badges', multipartInit(closed))).toMatchObject([422, {}])
  })

  test('content around the parts is ignored', async () => {
    const body = Buffer.concat([
      Buffer.from('preamble\r\n'),
      multipartBytes([file('document', 'a', 'x')]),
      Buffer.from('epilogue'.repeat(10_000)),
    ])
    expect(await ask('/one', multipartInit(body))).toMatchObject([200, { name: 'a', text: 'x' }])
  })

  test('an error after the upload removes the temporary files too', async () => {
    const form = formOf({ document: bytes('big.bin', 2_000_000) })
    expect((await ask('/fails', form))[0]).toBe(500)
    expect(log.errors.at(-1)).toMatchObject({ error: new Error('big.bin') })
    expect(temporaryFiles()).toEqual([])
  })

  test('an upload can be streamed back before it is removed', async () => {
    const response = await send('/echo', formOf({ document: bytes('big.bin', 2_000_000) }))
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect((await response.arrayBuffer()).byteLength).toBe(2_000_000)
    await expect.poll(temporaryFiles).toEqual([])
  })
})

describe.each(transports)('limits through %s', (_, open) => {
  const limits = { maxBodyBytes: 8_000_000, maxFileBytes: 3_000_000, maxFiles: 2, maxFields: 3 }
  const send = useTransport(open, kernelOf([Uploads], limits).kernel)

  const ask = async (path: string, init: RequestInit) => {
    const response = await send(path, init)
    return [response.status, await response.json()]
  }

  test('each limit responds with 413, and the server continues', async () => {
    for (const [form, error] of [
      [formOf({ document: bytes('big', 3_000_001) }), 'The file "document" is over 3000000 bytes.'],
      [formOf({ document: [text('1'), text('2'), text('3')] }), 'The form has over 2 files.'],
      [formOf({ a: ['1', '2', '3', '4'] }), 'The form has over 3 fields.'],
      [formOf({ a: 'x'.repeat(2_100_000) }), 'The fields of the form are over 2097152 bytes.'],
      [formOf({ document: bytes('big', 9_000_000) }), 'The request body is over 8000000 bytes.'],
      [
        multipartInit(
          multipartBytes([
            [['Content-Disposition: form-data; name="a"', `X-Long: ${'x'.repeat(9000)}`], ''],
          ]),
        ),
        'The headers of a part of the form are over 8192 bytes.',
      ],
    ] as const) {
      const init = form.body instanceof FormData ? await written(form) : form
      expect(await ask('/one', init)).toEqual([413, { error }])
      expect(await ask('/alive', {})).toEqual([200, true])
    }
    expect(temporaryFiles()).toEqual([])
  })

  test('a large file is stored on disk, and is removed afterwards', async () => {
    expect(await ask('/measure', formOf({ document: bytes('small', 1000) }))).toEqual([
      200,
      { size: 1000, spilled: 0 },
    ])
    expect(await ask('/measure', formOf({ document: bytes('big', 2_999_999) }))).toEqual([
      200,
      { size: 2_999_999, spilled: 1 },
    ])
    const both = formOf({ document: bytes('one', 2_000_000), other: bytes('two', 2_000_000) })
    expect(await ask('/measure', both)).toEqual([200, { size: 2_000_000, spilled: 2 }])
    expect(temporaryFiles()).toEqual([])
  })
})

test('a FormData over the limit is a 413 in process, without a stray rejection', async () => {
  const { kernel } = kernelOf([Uploads])
  const form = formOf({ document: bytes('big', 3_000_000) })
  const response = await kernel.fetch(new Request('http://localhost/one', form))
  expect(response.status).toBe(413)
})
