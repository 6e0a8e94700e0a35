import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Get, type HttpRequest } from '@fw/core'
import { expect, test } from 'vitest'
import { kernelOf } from '../http/serving.ts'
import { Stock } from './decorators/security.ts'
import { Orders, Shop as GuardedShop } from './security/forms.ts'
import { Pages, Shop as DressedShop } from './security/headers.ts'
import { Prices, Shop } from './security/cors.ts'

const source = (path: string) =>
  readFileSync(new URL(`./security/${path}`, import.meta.url), 'utf8')

class Who {
  @Get('/')
  ip(request: HttpRequest) {
    return request.ip
  }
}

test('the proxies of the page are trusted', async () => {
  const config = parseEnv(source('proxies.env')) as Record<string, string>
  const { kernel } = kernelOf([Who], { config })
  const headers = { 'x-forwarded-for': '6.6.6.6, 192.0.2.1, 10.1.2.3' }
  const answer = await kernel.fetch(new Request('http://localhost/', { headers }), {
    peer: '127.0.0.1',
  })
  expect(await answer.json()).toBe('192.0.2.1')
})

test('the origins of the page may read responses, and all origins may read the prices', async () => {
  const { kernel } = kernelOf([Shop, Prices])
  const allowed = async (path: string, origin: string) => {
    const request = new Request(`http://localhost${path}`, { headers: { origin } })
    return (await kernel.fetch(request)).headers.get('access-control-allow-origin')
  }
  expect(await allowed('/cart', 'https://de.shop.example')).toBe('https://de.shop.example')
  expect(await allowed('/cart', 'https://other.example')).toBeNull()
  expect(await allowed('/prices', 'https://other.example')).toBe('*')
})

test('origins come from the configuration', async () => {
  const config = { SHOP_ORIGINS: 'https://shop.example' }
  const { kernel } = kernelOf([Stock], { config })
  const headers = { origin: 'https://shop.example' }
  const answer = await kernel.fetch(new Request('http://localhost/stock', { headers }))
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example')
})

test('the script of the page runs with the nonce of its policy', async () => {
  const { kernel } = kernelOf([DressedShop, Pages])
  const answer = await kernel.fetch(new Request('http://localhost/'))
  const [, nonce = ''] = /nonce="([^"]+)"/.exec(await answer.text()) ?? []
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'self'; script-src 'nonce-${nonce}'`,
  )
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
})

test('forged forms are a 403, but not those of the partner, nor notifications', async () => {
  const { kernel } = kernelOf([GuardedShop, Orders])
  const send = async (path: string, origin: string) => {
    const headers = { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"sku":"tea"}' }
    return (await kernel.fetch(new Request(`http://localhost${path}`, init))).status
  }
  expect(await send('/orders', 'https://evil.example')).toBe(403)
  expect(await send('/orders', 'https://partner.example')).toBe(200)
  expect(await send('/payments/notify', 'https://evil.example')).toBe(200)
})
