import { Config, Container, Kernel, Router, type Class } from 'fw'
import { expect, test } from 'vitest'
import { Preferences } from './sessions/preferences.ts'
import { Visits } from './sessions/remembered.ts'

const config = Config.of({ FW_KEYS: 'an example of a key is long enough' })

function kernelOf(...classes: Class[]): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  return new Kernel(new Container().instance(Config, config).boot(), router)
}

/** Asks as a browser does, which keeps its cookies. */
function browser(kernel: Kernel): (path: string, init?: RequestInit) => Promise<Response> {
  const kept = new Map<string, string>()
  return async (path, init = {}) => {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'content-type': 'application/json', ...init.headers }
    const response = await kernel.fetch(
      new Request(`http://localhost${path}`, { ...init, headers }),
    )
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      kept.set(name, value)
    }
    return response
  }
}

test('a preference is kept in a cookie', async () => {
  const ask = browser(kernelOf(Preferences))
  expect(await (await ask('/preferences')).json()).toEqual({ theme: 'light', language: 'en' })
  const set = await ask('/preferences/theme', { method: 'PUT', body: '"dark"' })
  expect(set.headers.get('set-cookie')).toBe(
    'theme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
  )
  const german = { headers: { 'accept-language': 'de' } }
  expect(await (await ask('/preferences', german)).json()).toEqual({
    theme: 'dark',
    language: 'de',
  })
})

test('visits are counted where nobody can change the count', async () => {
  const ask = browser(kernelOf(Visits))
  expect(await (await ask('/visits')).json()).toBe(0)
  expect(await (await ask('/visits')).json()).toBe(1)
  const forged = { headers: { cookie: 'visits=1000.x' } }
  expect(await (await ask('/visits', forged)).json()).toBe(0)
})
