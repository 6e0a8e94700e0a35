import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { session, type ReplayStore, type RevocationStore } from '@fw/auth'
import { DatabaseReplays, DatabaseRevocations } from '@fw/auth/database'
import { RedisReplays, RedisRevocations } from '@fw/auth/redis'
import { TestIssuer } from '@fw/auth/testing'
import { Query, runStatement } from '@fw/query'
import {
  Authentication,
  Config,
  Container,
  Get,
  Kernel,
  Logger,
  Post,
  Principal,
  Public,
  Router,
  Session,
  type Class,
  type Scheme,
} from '@fw/core'
import { DatabaseSessions, RedisSessions, SessionStore } from '@fw/core/web'
import { Redis } from 'ioredis'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { FullLog } from '../../core/test/features/access/guarded.ts'
import { FreezingProxy } from '../../core/test/support/freezing-proxy.ts'
import { Visitor } from '../../core/test/features/middleware/visiting.ts'
import { describeWith } from '../../query/test/databases/servers.ts'
import { SignOuts } from './sign-outs.ts'

class Accounts extends SignOuts {
  @Post('/login')
  @Public()
  login(current: Session) {
    current.signIn(new Principal({ id: 'ada' }))
  }

  @Get('/me')
  me(caller: Principal) {
    return caller.id
  }
}

class Orders {
  @Get('/orders')
  list(caller: Principal) {
    return caller.id
  }
}

interface Stores {
  readonly sessions: SessionStore
  readonly revocations: RevocationStore
  readonly replays: ReplayStore
}

function kernelOf(type: Class, scheme: Scheme<never>, sessions?: SessionStore): Kernel {
  const container = new Container()
    .instance(Config, Config.of({ FW_PUBLIC_URL: 'https://shop.example' }))
    .instance(Logger, new FullLog())
    .instance(Authentication, new Authentication({ schemes: { only: scheme } }))
  if (sessions) container.instance(SessionStore, sessions)
  const router = new Router()
  router.register(type)
  return new Kernel(container.boot(), router)
}

/** Expects that requests fail while the store is frozen, and succeed afterwards. */
async function expectLimit(proxy: FreezingProxy, ask: () => Promise<Response>, text: string) {
  expect((await ask()).status).toBe(200)
  proxy.freeze()
  const first = await ask()
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await first.json()).toMatchObject({ error: text })
  expect((await ask()).status).toBe(503)
  proxy.thaw()
  await expect.poll(async () => (await ask()).status).toBe(200)
}

const issuer = new TestIssuer()

function contract(open: () => Promise<{ proxy: FreezingProxy; stores: Stores }>): void {
  test('sessions', async () => {
    const { proxy, stores } = await open()
    const visitor = new Visitor(kernelOf(Accounts, session(), stores.sessions))
    await visitor.send('/login', { method: 'POST' })

    await expectLimit(proxy, () => visitor.send('/me'), 'Sessions are not available.')

    proxy.freeze()
    const statuses = []
    for (const path of ['/login', '/logout', '/logout-everywhere']) {
      statuses.push((await visitor.send(path, { method: 'POST' })).status)
    }
    expect(statuses).toEqual([503, 503, 503])
  })

  test('revocations', async () => {
    const { proxy, stores } = await open()
    const { revocations } = stores
    const kernel = kernelOf(Orders, issuer.scheme({ revoked: revocations }))
    const headers = { authorization: `Bearer ${await issuer.token()}` }
    const ask = () => kernel.fetch(new Request('https://shop.example/orders', { headers }))

    await expectLimit(proxy, ask, 'Authentication is not available.')

    proxy.freeze()
    const until = Date.now() + 60_000
    await expect(revocations.revoke(randomUUID(), until)).rejects.toMatchObject({ status: 503 })
    await expect(revocations.revokeAll(randomUUID(), 1)).rejects.toMatchObject({ status: 503 })
  })

  test('DPoP proofs', async () => {
    const { proxy, stores } = await open()
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = await exportJWK(publicKey)
    const token = await issuer.token({ cnf: { jkt: await calculateJwkThumbprint(jwk) } })
    const dpop = { mode: 'required', replays: stores.replays } as const
    const kernel = kernelOf(Orders, issuer.scheme({ dpop }))
    const ask = async () => {
      const claims = {
        jti: randomUUID(),
        htm: 'GET',
        htu: 'https://shop.example/orders',
        ath: createHash('sha256').update(token).digest('base64url'),
      }
      const proof = await new SignJWT(claims)
        .setIssuedAt()
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey)
      const headers = { authorization: `DPoP ${token}`, dpop: proof }
      return kernel.fetch(new Request('https://shop.example/orders', { headers }))
    }

    await expectLimit(proxy, ask, 'Authentication is not available.')
  })
}

await describeWith('redis', 'a Redis that does not respond is 503', (url) => {
  contract(async () => {
    const proxy = await FreezingProxy.before(url)
    const redis = new Redis(proxy.port, '127.0.0.1')
    onTestFinished(() => redis.disconnect())
    const run = (script: string, keys: string[], args: string[]) =>
      redis.eval(script, keys.length, ...keys, ...args)
    const prefix = `fw-test-${randomUUID()}:`
    onTestFinished(async () => {
      const direct = new Redis(url)
      const keys = await direct.keys(`${prefix}*`)
      if (keys.length > 0) await direct.del(...keys)
      await direct.quit()
    })
    const stores = {
      sessions: new RedisSessions(run, prefix),
      revocations: new RedisRevocations(run, prefix),
      replays: new RedisReplays(run, prefix),
    }
    return { proxy, stores }
  })
})

await describeWith('postgres', 'a PostgreSQL that does not respond is 503', (url) => {
  contract(async () => {
    const schema = `fw_test_${randomUUID().replaceAll('-', '')}`
    const direct = new Pool({ connectionString: url, max: 1 })
    onTestFinished(async () => {
      await runStatement(direct, `DROP SCHEMA ${schema} CASCADE`)
      await direct.end()
    })
    await runStatement(direct, `CREATE SCHEMA ${schema}`)
    for (const table of tables) await runStatement(direct, `CREATE TABLE ${schema}.${table}`)
    const proxy = await FreezingProxy.before(url)
    const address = new URL(url)
    address.hostname = '127.0.0.1'
    address.port = String(proxy.port)
    const pool = new Pool({ connectionString: address.href }).on('error', () => {})
    onTestFinished(() => void pool.end())
    const stores = {
      sessions: new DatabaseSessions(() => new Query(pool), `${schema}.fw_sessions`),
      revocations: new DatabaseRevocations(pool, `${schema}.fw_revocations`),
      replays: new DatabaseReplays(pool, `${schema}.fw_replays`),
    }
    return { proxy, stores }
  })
})

const tables = [
  'fw_replays (id VARCHAR(64) PRIMARY KEY, expires_at BIGINT NOT NULL)',
  'fw_revocations (id VARCHAR(64) PRIMARY KEY, refused_before BIGINT NOT NULL, expires_at BIGINT NOT NULL)',
  'fw_sessions (id VARCHAR(64) PRIMARY KEY, data TEXT NOT NULL, version INT NOT NULL, replaced INT NOT NULL, ends_at BIGINT NOT NULL, expires_at BIGINT NOT NULL)',
]
