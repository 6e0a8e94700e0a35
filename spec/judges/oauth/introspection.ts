import assert from 'node:assert/strict'
import * as client from 'openid-client'
import type { CaseList } from '../judge.ts'
import { ask, challengeOf, discoverWorker } from './clients.ts'
import { opaque } from './provider.ts'

/** Opaque tokens: RFC 7662, and RFC 7009. */
export async function checkIntrospection(
  cases: CaseList,
  issuer: string,
  base: string,
): Promise<void> {
  const worker = await discoverWorker(issuer)
  const orders = `${base}/orders`
  const grant = { scope: 'orders:read', resource: opaque }
  const { access_token: token } = await client.clientCredentialsGrant(worker, grant)

  await cases.check('RFC 7662: an active token is accepted', async () => {
    assert.ok((await client.tokenIntrospection(worker, token)).active)
    assert.equal((await ask(orders, token)).status, 200)
  })
  await cases.check('RFC 7662: its scopes count', async () => {
    const response = await ask(orders, token, { method: 'POST' })
    assert.equal(response.status, 403)
    assert.match(challengeOf(response), /error="insufficient_scope"/u)
  })
  await cases.check('RFC 7662: an unknown token is rejected', async () => {
    const response = await ask(orders, 'unknown')
    assert.equal(response.status, 401)
    assert.match(challengeOf(response), /error="invalid_token"/u)
  })
  await cases.check('RFC 7662: a token for another resource is rejected', async () => {
    const other = await client.clientCredentialsGrant(worker, {
      ...grant,
      resource: `${opaque}/other`,
    })
    assert.equal((await ask(orders, other.access_token)).status, 401)
  })
  await cases.check('RFC 7009: a revoked token is rejected', async () => {
    await client.tokenRevocation(worker, token)
    const response = await ask(orders, token)
    assert.equal(response.status, 401)
    assert.match(challengeOf(response), /error="invalid_token"/u)
  })
}
