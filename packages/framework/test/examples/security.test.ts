import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Get, type HttpRequest } from 'fw'
import { expect, test } from 'vitest'
import { kernelOf } from '../http/serving.ts'

const source = (path: string) =>
  readFileSync(new URL(`./security/${path}`, import.meta.url), 'utf8')

class Who {
  @Get('/')
  ip(request: HttpRequest) {
    return request.ip
  }
}

test('the proxies of the page are believed', async () => {
  const config = parseEnv(source('proxies.env')) as Record<string, string>
  const { kernel } = kernelOf([Who], { config })
  const headers = { 'x-forwarded-for': '6.6.6.6, 192.0.2.1, 10.1.2.3' }
  const answer = await kernel.fetch(new Request('http://localhost/', { headers }), {
    peer: '127.0.0.1',
  })
  expect(await answer.json()).toBe('192.0.2.1')
})
