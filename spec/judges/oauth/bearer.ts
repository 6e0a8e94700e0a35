import assert from 'node:assert/strict'
import * as client from 'openid-client'
import type { CaseList } from '../judge.ts'
import { ask, challengeOf, discoverWorker } from './clients.ts'

/** RFC 6750 with tokens of the client credentials grant. */
export async function checkBearer(cases: CaseList, issuer: string, base: string): Promise<void> {
  const worker = await discoverWorker(issuer)
  const orders = `${base}/orders`
  const grant = { scope: 'orders:read', resource: base }
  const { access_token: token } = await client.clientCredentialsGrant(worker, grant)

  await cases.check('RFC 6749: a client acts for itself', async () => {
    const response = await ask(orders, token)
    assert.deepEqual(await response.json(), { id: 'worker', client: 'worker' })
  })
  const rows: readonly (readonly [string, string, RequestInit, number, RegExp])[] = [
    ['without a token there is no error', orders, {}, 401, /^Bearer (?!.*error=)/u],
    [
      'the name of the scheme may have any case',
      orders,
      { headers: { authorization: `bEARER ${token}` } },
      200,
      /^$/u,
    ],
    [
      'another scheme is no token',
      orders,
      { headers: { authorization: `Basic ${token}` } },
      401,
      /^Bearer /u,
    ],
    [
      'a token in the address does not count',
      `${orders}?access_token=${token}`,
      {},
      401,
      /^Bearer /u,
    ],
    [
      'a token in a form does not count',
      orders,
      { method: 'POST', body: new URLSearchParams({ access_token: token }) },
      401,
      /^Bearer /u,
    ],
    ['an unreadable token is invalid', orders, bearer('abc'), 401, /error="invalid_token"/u],
    ['a changed token is invalid', orders, bearer(`${token}A`), 401, /error="invalid_token"/u],
    ['an empty token is an invalid request', orders, bearer(''), 400, /error="invalid_request"/u],
    [
      'two tokens are an invalid request',
      orders,
      bearer(`${token} ${token}`),
      400,
      /error="invalid_request"/u,
    ],
    [
      'a token without the scope is a 403 that names it',
      orders,
      { ...bearer(token), method: 'POST' },
      403,
      /error="insufficient_scope", scope="orders:write"/u,
    ],
  ]
  for (const [name, address, init, status, challenge] of rows) {
    await cases.check(`RFC 6750: ${name}`, async () => {
      const response = await fetch(address, init)
      assert.equal(response.status, status)
      assert.match(challengeOf(response), challenge)
    })
  }
  await cases.check('RFC 6750: a response to a token is not kept by shared caches', async () => {
    const response = await ask(orders, token)
    assert.match(response.headers.get('cache-control') ?? '', /no-store|private/u)
  })
  await cases.check('the client reads the challenge', async () => {
    const asked = client.fetchProtectedResource(worker, 'abc', new URL(orders), 'GET')
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof client.WWWAuthenticateChallengeError)
      const [challenge] = error.cause
      assert.equal(challenge?.scheme, 'bearer')
      assert.equal(challenge?.parameters.error, 'invalid_token')
      return true
    })
  })
}

function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}
