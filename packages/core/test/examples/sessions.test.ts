import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { Config, Container, Kernel, Router, type Class } from '@fw/core'
import { DatabaseSessions, SessionStore } from '@fw/core/web'
import { expect, test } from 'vitest'
import { Preferences } from './sessions/preferences.ts'
import { Visits } from './sessions/remembered.ts'
import bootstrap from './sessions/src/bootstrap.ts'
import { Account, Passwords, Shop } from './sessions/visit.ts'
import { Pages, Shop as PagesShop } from './decorators/sessions.ts'

const config = Config.of({ FW_KEYS: 'an example of a key is long enough' })

class OnePassword extends Passwords {
  async fits(user: string, password: string): Promise<boolean> {
    return user === 'ada' && password === 'correct'
  }
}

function kernelOf(...classes: Class[]): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  const container = new Container()
    .instance(Config, config)
    .bind(Passwords, () => new OnePassword())
  return new Kernel(container.boot(), router)
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

test('visits are counted in a cookie that clients cannot change', async () => {
  const ask = browser(kernelOf(Visits))
  expect(await (await ask('/visits')).json()).toBe(0)
  expect(await (await ask('/visits')).json()).toBe(1)
  const forged = { headers: { cookie: 'visits=1000.x' } }
  expect(await (await ask('/visits', forged)).json()).toBe(0)
})

test('a session opens with the password, keeps the basket, and ends', async () => {
  const ask = browser(kernelOf(Shop, Account))
  const post = (path: string, body: unknown) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) })
  expect(await (await post('/basket', 'apple')).json()).toEqual(['apple'])
  expect((await post('/sign-in', { user: 'ada', password: 'wrong' })).status).toBe(401)
  expect((await post('/sign-in', { user: 'ada', password: 'correct' })).status).toBe(204)
  expect(await (await ask('/account')).json()).toEqual({ user: 'ada', basket: ['apple'] })
  await ask('/sign-in', { method: 'DELETE' })
  expect(await (await ask('/account')).json()).toEqual({ user: null, basket: [] })
})

test('pages are counted', async () => {
  const ask = browser(kernelOf(PagesShop, Pages))
  await ask('/pages/seen', { method: 'POST' })
  expect(await (await ask('/pages/seen', { method: 'POST' })).json()).toBe(2)
})

test('sessions are kept in the database of the bootstrap', async () => {
  const container = new Container()
  bootstrap(container, Config.of({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }))
  expect(container.get(SessionStore)).toBeInstanceOf(DatabaseSessions)
  await container[Symbol.asyncDispose]()
})

test('the table of the page is that of the store', async () => {
  const page = await readFile(new URL('../../docs/sessions.md', import.meta.url), 'utf8')
  const [, sql = ''] = /```sql\n([^`]+)```/.exec(page) ?? []
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  const store = new DatabaseSessions(() => new Query(database))
  const session = { fields: { a: '1' }, endsAt: 2, expiresAt: 1, isReplaced: false }
  await store.create('key', session, 0)
  expect(await store.read('key')).toEqual(session)
})
