import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileResponse, Get, Post, Query, Reply } from '@fw/core'
import { afterAll, describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../serving.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-files-'))
const shared = join(folder, 'shared')
const modified = new Date('2026-01-02T03:04:05.678Z')
mkdirSync(join(shared, 'inner'), { recursive: true })
for (const [name, content] of [
  ['shared/digits.txt', '0123456789'],
  ['shared/page.html', '<p>é</p>'],
  ['shared/data.bin', '\u0000\u0001'],
  ['shared/empty.css', ''],
  ['shared/inner/deep.json', '{}'],
  ['secret.txt', 'secret'],
  ['shared-too.txt', 'not shared'],
  ['shared/large.dat', 'x'.repeat(1_000_000)],
] as const) {
  writeFileSync(join(folder, name), content)
  utimesSync(join(folder, name), modified, modified)
}
symlinkSync(join(folder, 'secret.txt'), join(shared, 'link.txt'))
afterAll(() => rmSync(folder, { recursive: true }))

class Files {
  @Get('/path')
  @Post('/path')
  path(@Query() name: string) {
    return FileResponse.fromPath(join(folder, name))
  }

  @Get('/digits')
  async digits() {
    return FileResponse.fromPath(join(shared, 'digits.txt')).withHeader('cache-control', 'no-cache')
  }

  @Get('/typed')
  typed() {
    const path = join(shared, 'digits.txt')
    return FileResponse.fromPath(path, 203, 'application/x-digits', 'digits.txt')
  }

  @Get('/inside/{name}')
  inside(name: string) {
    return FileResponse.fromFolder(shared, name)
  }
}

describe.each(transports)('through %s', (_, open) => {
  const send = useTransport(open, kernelOf([Files]).kernel)

  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await send(path, { headers, method })
    const text = await response.text()
    const shown = Object.fromEntries(response.headers)
    return { status: response.status, text, headers: shown }
  }

  test('a file is sent with its length, and with the type of its extension', async () => {
    const digits = await ask('/digits')
    expect(digits).toMatchObject({ status: 200, text: '0123456789' })
    expect(digits.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
    })
    for (const [name, type] of [
      ['shared/page.html', 'text/html; charset=utf-8'],
      ['shared/data.bin', 'application/octet-stream'],
      ['shared/empty.css', 'text/css; charset=utf-8'],
      ['shared/inner/deep.json', 'application/json'],
    ]) {
      const { status, headers } = await ask(`/path?name=${name}`)
      expect([status, headers['content-type']]).toEqual([200, type])
    }
    const typed = await ask('/typed')
    expect(typed.status).toBe(203)
    expect(typed.headers).toMatchObject({
      'content-type': 'application/x-digits',
      'content-disposition': 'attachment; filename="digits.txt"',
    })
  })

  test('anything but a file is a 404', async () => {
    for (const name of ['gone.txt', 'shared', 'secret.txt/x', 'a%00b', 'x'.repeat(300)]) {
      expect(await ask(`/path?name=${name}`)).toMatchObject({
        status: 404,
        text: '{"error":"There is no such file."}',
      })
    }
  })

  test('no file outside of the folder is sent', async () => {
    expect(await ask('/inside/inner%2Fdeep.json')).toMatchObject({ status: 200, text: '{}' })
    for (const name of [
      '..%2Fsecret.txt',
      '%2Fetc%2Fpasswd',
      'inner%2F..%2F..%2Fsecret.txt',
      '..%2Fshared-too.txt',
      'link.txt',
      '..',
      '.',
      'gone.txt',
    ]) {
      expect((await send(`/inside/${name}`)).status).toBe(404)
    }
  })

  test('a range is 206, one beyond the end 416', async () => {
    for (const [range, text, shown] of [
      ['bytes=0-3', '0123', '0-3'],
      ['bytes=4-', '456789', '4-9'],
      ['bytes=-2', '89', '8-9'],
      ['bytes=-20', '0123456789', '0-9'],
      ['bytes=8-100', '89', '8-9'],
      ['bytes=9-9', '9', '9-9'],
      ['bytes = 4 - 5', '45', '4-5'],
      ['Bytes=  -  2', '89', '8-9'],
    ] as const) {
      const part = await ask('/digits', { range })
      expect(part).toMatchObject({ status: 206, text })
      expect(part.headers).toMatchObject({
        'content-range': `bytes ${shown}/10`,
        'content-length': String(text.length),
        'cache-control': 'no-cache',
      })
    }
    for (const range of ['bytes=10-', 'bytes=100-200', 'bytes=-0']) {
      const none = await ask('/digits', { range })
      expect(none).toMatchObject({ status: 416, text: '{"error":"The file has 10 bytes."}' })
      expect(none.headers['content-range']).toBe('bytes */10')
    }
    for (const range of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'chars=0-1', 'bytes=0-1,3-4', '']) {
      expect(await ask('/digits', { range })).toMatchObject({ status: 200, text: '0123456789' })
    }
    expect(await ask('/path?name=shared/digits.txt', { range: 'bytes=0-1' }, 'POST')).toMatchObject(
      {
        status: 200,
        text: '0123456789',
      },
    )
    const empty = await ask('/path?name=shared/empty.css', { range: 'bytes=-5' })
    expect([empty.status, empty.text]).toEqual([200, ''])
    const large = await ask('/path?name=shared/large.dat', { range: 'bytes=100000-899999' })
    expect(large.text).toHaveLength(800_000)
  })

  test('a client with a current copy gets 304', async () => {
    const { headers } = await ask('/digits')
    const { etag = '', 'last-modified': lastModified = '' } = headers
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(lastModified).toBe('Fri, 02 Jan 2026 03:04:05 GMT')
    for (const [condition, status] of [
      [{ 'if-none-match': etag }, 304],
      [{ 'if-none-match': `"x", W/${etag}` }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-none-match': '"x"' }, 200],
      [{ 'if-modified-since': lastModified }, 304],
      [{ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 200],
      [{ 'if-modified-since': 'yesterday' }, 200],
      [{ 'if-none-match': '"x"', 'if-modified-since': lastModified }, 200],
      [{ 'if-match': etag }, 200],
      [{ 'if-match': `W/${etag}` }, 412],
      [{ 'if-match': '"x"' }, 412],
      [{ 'if-match': '*' }, 200],
      [{ 'if-unmodified-since': lastModified }, 200],
      [{ 'if-unmodified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 412],
      [{ 'if-range': etag, range: 'bytes=0-1' }, 206],
      [{ 'if-range': lastModified, range: 'bytes=0-1' }, 206],
      [{ 'if-range': '"x"', range: 'bytes=0-1' }, 200],
      [{ 'if-none-match': etag, range: 'bytes=0-1' }, 304],
    ] as const) {
      const found = await ask('/digits', condition as unknown as Record<string, string>)
      expect([condition, found.status]).toEqual([condition, status])
      if (status !== 304) continue
      expect(found.text).toBe('')
      expect(found.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
      expect(found.headers['content-type']).toBeUndefined()
    }
  })

  test('HEAD has the headers of GET', async () => {
    const head = await ask('/digits', {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' })
    const { etag = '' } = head.headers
    expect((await ask('/digits', { 'if-none-match': etag }, 'HEAD')).status).toBe(304)
    expect((await ask('/typed', {}, 'HEAD')).headers['content-length']).toBe('10')
  })
})

test('a file that changes has another validator', () => {
  const path = join(folder, 'changing.txt')
  const tags = ['one', 'two', 'three!'].map((text, index) => {
    writeFileSync(path, text)
    utimesSync(path, statSync(path).atime, new Date(1_700_000_000_000 + index))
    return FileResponse.fromPath(path).header('etag')
  })
  expect(new Set(tags).size).toBe(3)
})

test('a folder that a link replaces after the reply was created gives no access to other files', async () => {
  const served = join(folder, 'served')
  const outside = join(folder, 'outside')
  for (const each of [join(served, 'part'), outside]) mkdirSync(each, { recursive: true })
  writeFileSync(join(served, 'part/note.txt'), 'a note')
  writeFileSync(join(outside, 'note.txt'), 'secret')
  class Swapped {
    @Get('/swapped')
    swapped() {
      const reply = FileResponse.fromFolder(served, 'part/note.txt')
      renameSync(join(served, 'part'), join(folder, 'gone'))
      symlinkSync(outside, join(served, 'part'))
      return reply
    }
  }
  const response = await kernelOf([Swapped]).kernel.fetch(new Request('http://localhost/swapped'))
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'There is no such file.' },
  ])
})

test('a file that is replaced between the headers and its first byte breaks the response', async () => {
  const path = join(folder, 'late.txt')
  writeFileSync(path, 'first')
  class Late {
    @Get('/late')
    late() {
      return FileResponse.fromPath(path)
    }
  }
  const { kernel, log } = kernelOf([Late])
  const response = await kernel.fetch(new Request('http://localhost/late'))
  writeFileSync(join(folder, 'later.txt'), 'other')
  renameSync(join(folder, 'later.txt'), path)
  await expect(response.text()).rejects.toThrow('was replaced by another file before it was sent')
  expect(log.errors).toMatchObject([{ error: { name: 'FileReplaced' } }])
})

test('a file reply is complete by itself', async () => {
  const reply = FileResponse.fromPath(join(shared, 'digits.txt'))
  expect(reply).toBeInstanceOf(Reply)
  expect(reply.header('content-length')).toBe('10')
  expect(await new Response(reply.body).text()).toBe('0123456789')
})
