import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { followRedirects } from '../../../packages/auth/test/consenting-provider.ts'
import type { CaseList } from '../judge.ts'

/** A visitor of our web application signs in at the provider. */
export async function checkSignIn(cases: CaseList, issuer: string, base: string): Promise<void> {
  let cookie = ''
  let back = ''
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(base + path, {
      ...init,
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', cookie, ...init.headers },
    })

  await cases.check('OpenID Connect: a page sends its visitor to sign in', async () => {
    const [status, location] = await navigate(`${base}/me`)
    assert.equal(status, 303)
    assert.equal(location, '/login?next=%2Fme')
  })
  await cases.check('OpenID Connect: the provider sends the visitor back with a code', async () => {
    const response = await visit('/login')
    const address = new URL(response.headers.get('location') ?? '')
    assert.equal(address.origin, issuer)
    const url = await followRedirects(address, `${base}/callback`)
    back = url.pathname + url.search
    assert.ok(url.searchParams.has('code'))
  })
  await cases.check('OpenID Connect: a state that was not sent is a 400', async () => {
    const response = await visit(back.replace(/state=[^&]*/u, 'state=other'))
    assert.equal(response.status, 400)
    assert.equal((await visit('/me')).status, 401)
  })
  await cases.check('OpenID Connect: the code signs the visitor in', async () => {
    const response = await visit(back)
    const [line = ''] = response.headers.getSetCookie()
    cookie = line.split(';', 1)[0] ?? ''
    assert.deepEqual(await (await visit('/me')).json(), { id: 'ada', issuer })
  })
  await cases.check('OpenID Connect: the session ends when the visitor signs out', async () => {
    assert.equal((await visit('/logout', { method: 'POST' })).status, 204)
    assert.equal((await visit('/me')).status, 401)
  })
}

/** Asks for a page as browsers do: fetch sends its own `Sec-Fetch-Mode`. */
async function navigate(address: string): Promise<[number | undefined, string | undefined]> {
  const request = get(address, { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return [response.statusCode, response.headers.location]
}
