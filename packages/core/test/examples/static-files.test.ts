import { fileURLToPath } from 'node:url'
import { Container, Kernel, Router, type Class } from '@fw/core'
import { expect, test } from 'vitest'
import { Site as AppSite } from './static-files/src/app.ts'
import { Prices, Site } from './static-files/src/site.ts'

const root = fileURLToPath(new URL('static-files', import.meta.url))

function kernelOf(...classes: Class[]): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  return new Kernel(new Container().boot(), router, { root })
}

const ask = (kernel: Kernel, path: string, headers: Record<string, string> = {}) =>
  kernel.fetch(new Request(`http://localhost${path}`, { headers }))

test('the files of a folder are served next to the routes', async () => {
  const kernel = kernelOf(Site, Prices)
  expect((await ask(kernel, '/')).headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await ask(kernel, '/assets/shop.css')).status).toBe(200)
  expect((await ask(kernel, '/prices')).headers.get('content-type')).toBe('application/json')
  expect((await ask(kernel, '/assets/gone.css')).status).toBe(404)
})

test('a single-page application is served at each of its paths', async () => {
  const kernel = kernelOf(AppSite)
  const accept = 'text/html,*/*'
  const page = await ask(kernel, '/app/orders/7', { accept })
  expect(await page.text()).toContain('<title>App</title>')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect((await ask(kernel, '/app/orders/7')).status).toBe(404)
  const style = await ask(kernel, '/app/assets/main-4f9c2a1b.css', { 'accept-encoding': 'br' })
  expect(style.headers.get('content-encoding')).toBe('br')
  expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  await style.body?.cancel()
})
