import { Container, Kernel, Router, type Class } from 'fw'
import { expect, test } from 'vitest'
import { Books, Library } from './attributes/caching.ts'
import { Catalogue, Shop } from './caching/compressed.ts'

function kernelOf(...classes: Class[]): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  return new Kernel(new Container().boot(), router)
}

const ask = (kernel: Kernel, path: string, headers: Record<string, string> = {}) =>
  kernel.fetch(new Request(`http://localhost${path}`, { headers }))

async function codingOf(kernel: Kernel, path: string) {
  const response = await ask(kernel, path, { 'accept-encoding': 'gzip, br, zstd' })
  await response.body?.cancel()
  return response.headers.get('content-encoding')
}

test('answers are compressed, but for those that say so', async () => {
  const kernel = kernelOf(Shop, Catalogue)
  expect(await codingOf(kernel, '/books')).toBe('zstd')
  expect(await codingOf(kernel, '/prices')).toBe('zstd')
  expect(await codingOf(kernel, '/token')).toBeNull()
})

test('the settings of the reference hold', async () => {
  const kernel = kernelOf(Library, Books)
  expect(await codingOf(kernel, '/books')).toBe('zstd')
})
