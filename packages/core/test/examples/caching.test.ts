import { fileURLToPath } from 'node:url'
import { Container, Kernel, Router, type Class } from '@fw/core'
import { expect, test } from 'vitest'
import { Books, Library } from './decorators/caching.ts'
import { Catalogue, Shop } from './caching/compressed.ts'
import { Books as Shelf } from './caching/conditional.ts'

function kernelOf(...classes: Class[]): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  const root = fileURLToPath(new URL('decorators', import.meta.url))
  return new Kernel(new Container().boot(), router, { root })
}

const ask = (kernel: Kernel, path: string, headers: Record<string, string> = {}) =>
  kernel.fetch(new Request(`http://localhost${path}`, { headers }))

async function codingOf(kernel: Kernel, path: string) {
  const response = await ask(kernel, path, { 'accept-encoding': 'gzip, br, zstd' })
  await response.body?.cancel()
  return response.headers.get('content-encoding')
}

test('responses are compressed, unless they opt out', async () => {
  const kernel = kernelOf(Shop, Catalogue)
  expect(await codingOf(kernel, '/books')).toBe('zstd')
  expect(await codingOf(kernel, '/prices')).toBe('zstd')
  expect(await codingOf(kernel, '/token')).toBeNull()
})

test('the settings of the reference apply', async () => {
  const kernel = kernelOf(Library, Books)
  expect(await codingOf(kernel, '/books')).toBe('zstd')
  expect((await ask(kernel, '/books')).headers.get('cache-control')).toBe('public, max-age=60')
  const cover = await ask(kernel, '/covers/moby-dick.0a1b2c3d.svg')
  expect(cover.headers.get('content-type')).toBe('image/svg+xml')
  expect(cover.headers.get('cache-control')).toContain('immutable')
  await cover.body?.cancel()
})

test('unchanged data is not sent again, and changed data is not overwritten', async () => {
  const kernel = kernelOf(Shelf)
  for (const path of ['/books', '/books/1']) {
    const tag = (await ask(kernel, path)).headers.get('etag') as string
    expect((await ask(kernel, path, { 'if-none-match': tag })).status).toBe(304)
  }
  const tag = (await ask(kernel, '/books/1')).headers.get('etag') as string
  const replace = async (title: string) => {
    const headers = { 'content-type': 'application/json', 'if-match': tag }
    const init = { method: 'PUT', headers, body: JSON.stringify({ title }) }
    return (await kernel.fetch(new Request('http://localhost/books/1', init))).status
  }
  expect(await replace('Bartleby')).toBe(204)
  expect(await replace('Omoo')).toBe(412)
  expect((await ask(kernel, '/books/1', { 'if-none-match': tag })).status).toBe(200)
})
