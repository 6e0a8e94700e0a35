import { Config, Container, Kernel, Router, type Class } from '@fw/core'
import { MemorySessions, SessionStore } from '@fw/core/web'
import { expect, onTestFinished, test, vi } from 'vitest'
import { IdentityProvider } from '../../../auth/test/identity-provider.ts'
import { withToken, startKernel } from '../features/access/guarded.ts'
import { Visitor } from '../features/middleware/visiting.ts'
import * as form from './authentication/form.ts'
import * as club from './authentication/members.ts'
import * as keys from './authentication/keys.ts'
import * as provided from './authentication/provider.ts'
import { answer, short } from './authentication/tested.ts'

function kernelOf(classes: readonly Class[], container: Container, config = {}): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  return new Kernel(container.instance(Config, Config.of(config)).boot(), router)
}

test('an identity provider protects an API', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  const audience = 'https://api.example.com'
  const provider = await IdentityProvider.start(audience)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const config = { ISSUER: provider.issuer, AUDIENCE: audience }
  const ask = await startKernel(
    kernelOf([provided.Callers, provided.Orders], new Container(), config),
  )
  const token = await provider.token()
  expect(await (await ask('/orders', withToken(token))).json()).toBe('The orders of worker')
  expect((await ask('/orders')).status).toBe(401)
  expect((await ask('/orders', withToken(`${token}x`))).status).toBe(401)
  expect((await ask('/orders', withToken(await provider.token('orders:write')))).status).toBe(403)
  expect(await (await ask('/prices')).json()).toEqual({ tea: 4 })
})

test('keys are issued, used and revoked', async () => {
  const store = new keys.Keys()
  const container = new Container().instance(keys.Keys, store)
  const ask = await startKernel(kernelOf([keys.Callers, keys.KeyController], container))
  const first = store.issue('ada')
  expect(await (await ask('/me', withToken(first))).json()).toBe('ada')
  const created = await ask('/keys', withToken(first, { method: 'POST' }))
  const { key } = (await created.json()) as { key: string }
  const id = key.split('_')[1] ?? ''
  expect((await ask('/me', withToken(key))).status).toBe(200)
  expect((await ask(`/keys/${id}`, withToken(first, { method: 'DELETE' }))).status).toBe(204)
  expect((await ask('/me', withToken(key))).status).toBe(401)
})

test('a form signs in, guesses are limited, and no other site is redirected to', async () => {
  const users = new form.Users()
  await users.add('ada', 'correct horse')
  const container = new Container()
    .instance(form.Users, users)
    .instance(SessionStore, new MemorySessions())
  const kernel = kernelOf([form.Callers, form.Pages], container)
  const ada = new Visitor(kernel)
  const page = { headers: { 'sec-fetch-mode': 'navigate' } }
  expect((await ada.send('/account', page)).headers.get('location')).toBe('/login?next=%2Faccount')
  const login = (password: string, next = '/account', name = 'ada') =>
    ada.send(`/login?next=${encodeURIComponent(next)}`, {
      method: 'POST',
      body: new URLSearchParams({ name, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const wrong = await login('wrong')
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    { error: 'The name or the password is wrong.' },
  ])
  expect((await login('wrong', '/', 'nobody')).status).toBe(422)
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    expect((await login('correct horse', next)).headers.get('location')).toBe('/account')
  }
  expect(await ada.read('/account')).toBe('The account of ada')
  expect((await ada.send('/logout', { method: 'POST' })).headers.get('location')).toBe('/login')
  expect((await ada.send('/account')).status).toBe(401)
})

test('a session has callers with a class of the application', async () => {
  const members = new club.Members()
  const container = new Container()
    .instance(club.Members, members)
    .instance(SessionStore, new MemorySessions())
  const ada = new Visitor(kernelOf([club.Callers, club.Club], container))
  expect((await ada.send('/login?name=eve', { method: 'POST' })).status).toBe(204)
  expect((await ada.send('/')).status).toBe(401)
  await ada.send('/login?name=ada', { method: 'POST' })
  expect(await ada.read('/')).toBe('Hello ada')
  await members.remove('ada')
  expect((await ada.send('/')).status).toBe(401)
})

test('tests sign tokens, or set the caller', async () => {
  expect(await answer.json()).toBe('The orders of ada')
  expect(await short.json()).toBe('The orders of bob')
})
