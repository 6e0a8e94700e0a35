import assert from 'node:assert/strict'
import * as client from 'openid-client'
import type { CaseList } from '../judge.ts'
import { ask, challengeOf, discoverWorker } from './clients.ts'

/** RFC 9449: tokens that are bound to a key, with nonces of the resource server. */
export async function checkDpop(cases: CaseList, issuer: string, base: string): Promise<void> {
  const worker = await discoverWorker(issuer)
  const requests: Request[] = []
  const statuses: number[] = []
  const plain = await discoverWorker(issuer)
  worker[client.customFetch] = async (url, options) => {
    const request = new Request(url, options as RequestInit)
    if (url.startsWith(base)) requests.push(request.clone())
    const response = await fetch(request)
    if (url.startsWith(base)) statuses.push(response.status)
    return response
  }
  const orders = new URL(`${base}/orders`)
  const keys = await client.randomDPoPKeyPair('ES256')
  const DPoP = client.getDPoPHandle(worker, keys)
  const grant = { scope: 'orders:read', resource: base }
  const { access_token: token, token_type: type } = await client.clientCredentialsGrant(
    worker,
    grant,
    { DPoP },
  )

  const askForOrders = () =>
    client.fetchProtectedResource(worker, token, orders, 'GET', null, undefined, { DPoP })

  await cases.check('RFC 9449: the token is bound', () => assert.equal(type, 'dpop'))
  await cases.check('RFC 9449: the client repeats its request with the nonce', async () => {
    const response = await askForOrders()
    assert.equal(response.status, 200)
    assert.deepEqual(statuses, [401, 200])
  })
  await cases.check('RFC 9449: later requests have the nonce', async () => {
    const response = await askForOrders()
    assert.equal(response.status, 200)
    assert.equal(statuses.length, 3)
  })
  const used = requests.at(-1) as Request
  const refused: readonly (readonly [string, () => Promise<Response>])[] = [
    ['a proof that was used before is rejected', () => fetch(used.clone())],
    [
      'a proof of another method is rejected',
      () => fetch(orders, { method: 'POST', headers: used.headers }),
    ],
    ['a bound token is rejected without a proof', () => ask(orders.href, token)],
    [
      'a bound token is rejected as Bearer, with a proof',
      () => ask(orders.href, token, { headers: { dpop: used.headers.get('dpop') ?? '' } }),
    ],
    [
      'the word DPoP without a proof is rejected',
      () => fetch(orders, { headers: { authorization: `DPoP ${token}` } }),
    ],
  ]
  for (const [name, send] of refused) {
    await cases.check(`RFC 9449: ${name}`, async () => {
      const response = await send()
      assert.equal(response.status, 401)
      assert.match(challengeOf(response), /DPoP [^,]*.*algs="[^"]*ES256/u)
    })
  }
  await cases.check('RFC 9449: another key is rejected', async () => {
    const stranger = client.getDPoPHandle(plain, await client.randomDPoPKeyPair('ES256'))
    const asked = client.fetchProtectedResource(plain, token, orders, 'GET', null, undefined, {
      DPoP: stranger,
    })
    await assert.rejects(asked, client.WWWAuthenticateChallengeError)
  })
  await cases.check('RFC 9449: a token that is not bound is rejected as DPoP', async () => {
    const unbound = await client.clientCredentialsGrant(plain, grant)
    const asked = client.fetchProtectedResource(
      worker,
      unbound.access_token,
      orders,
      'GET',
      null,
      undefined,
      { DPoP },
    )
    await assert.rejects(asked, client.WWWAuthenticateChallengeError)
  })
  for (const alg of ['ES256', 'EdDSA', 'PS256', 'RS256']) {
    await cases.check(`RFC 9449: a key of ${alg}`, async () => {
      const config = await discoverWorker(issuer)
      const handle = client.getDPoPHandle(config, await client.randomDPoPKeyPair(alg))
      const bound = await client.clientCredentialsGrant(config, grant, { DPoP: handle })
      const response = await client.fetchProtectedResource(
        config,
        bound.access_token,
        orders,
        'GET',
        null,
        undefined,
        { DPoP: handle },
      )
      assert.equal(response.status, 200)
    })
  }
}
