import * as crypto from 'node:crypto'
import { apiKey, ApiKeys, type StoredApiKey } from '@fw/auth'
import { Principal } from '@fw/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { tryAuthenticate } from './try-authenticate.ts'

const work = vi.hoisted(() => ({ hashes: 0, comparisons: 0 }))

// Counts the work, because times are unreliable on a busy machine.
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>()
  return {
    ...real,
    hash: (name: string, text: string, form: 'buffer') => {
      work.hashes += 1
      return real.hash(name, text, form)
    },
    timingSafeEqual: (a: Uint8Array, b: Uint8Array) => {
      work.comparisons += 1
      return real.timingSafeEqual(a, b)
    },
  }
})

const stored = new Map<string, StoredApiKey>()
const lookedUpIds: string[] = []
const scheme = apiKey({
  find: async (id) => {
    lookedUpIds.push(id)
    return stored.get(id) ?? null
  },
})

function issue(rest: Partial<StoredApiKey> = {}): string {
  const { key, id, hash } = ApiKeys.create('shop_live')
  stored.set(id, { hash, principal: new Principal({ id: 'ada' }), ...rest })
  return key
}

beforeEach(() => void (lookedUpIds.length = 0))

test('a key has a prefix, an id and 256 random bits, and is looked up by its id', async () => {
  const { key, id, hash } = ApiKeys.create('shop_live')
  expect(key).toMatch(new RegExp(`^shop_live_${id}_[0-9a-f]{64}$`, 'u'))
  expect(hash).toBe(crypto.createHash('sha256').update(key).digest('base64url'))
  expect(ApiKeys.create('shop_live').key).not.toBe(key)
  stored.set(id, { hash, principal: new Principal({ id: 'ada' }) })
  expect(await tryAuthenticate(scheme, key)).toMatchObject({ id: 'ada' })
  expect(lookedUpIds).toEqual([id])
})

test.each(['', '1st', 'a-b', 'a b', 'x'.repeat(33)])('"%s" is not a valid prefix', (prefix) => {
  expect(() => ApiKeys.create(prefix)).toThrow(`"${prefix}" is not a valid prefix.`)
})

describe('refuses', () => {
  const past = new Date(Date.now() - 1)
  test.each<[string, string, () => string]>([
    ['an unknown key', 'there is no such key', () => ApiKeys.create('shop').key],
    [
      'a key with a wrong secret',
      'there is no such key',
      () => `${issue().slice(0, -64)}${'0'.repeat(64)}`,
    ],
    [
      'a key with another prefix',
      'there is no such key',
      () => issue().replace('shop_live', 'shop_test'),
    ],
    ['a revoked key', 'it was revoked', () => issue({ revokedAt: past })],
    ['an expired key', 'it has expired', () => issue({ expiresAt: past })],
    [
      'a key whose expiry date is invalid',
      'it has expired',
      () => issue({ expiresAt: new Date('x') }),
    ],
    ['a key whose stored hash is incomplete', 'there is no such key', () => issue({ hash: '' })],
    ['a malformed key', 'it does not have the form of a key', () => 'shop_x_y'],
  ])('%s', async (_what, reason, make) => {
    expect(await tryAuthenticate(scheme, make())).toBe(reason)
  })
})

test('an unknown key takes the same work as one with a wrong secret', async () => {
  const key = issue()
  const count = async (text: string) => {
    work.hashes = 0
    work.comparisons = 0
    await tryAuthenticate(scheme, text)
    return { ...work }
  }
  const right = await count(key)
  expect(right).toEqual({ hashes: 1, comparisons: 1 })
  expect(await count(`${key.slice(0, -64)}${'0'.repeat(64)}`)).toEqual(right)
  expect(await count(ApiKeys.create('shop_live').key)).toEqual(right)
})

test('with two kinds of keys, each scheme reads its own', () => {
  const find = () => null
  const [live, any] = [apiKey({ find, prefix: 'live' }), apiKey({ find })]
  const { key } = ApiKeys.create('test')
  expect([live.claims(key), any.claims(key)]).toEqual([false, true])
  expect(live.claims(ApiKeys.create('live').key)).toBe(true)
  expect(any.claims('a.b.c')).toBe(false)
})

test('a custom header is named in the challenge and the document', () => {
  const own = apiKey({ find: () => null, header: 'X-Api-Key' })
  expect(own.challenge({ realm: 'shop' })).toBe('ApiKey realm="shop"')
  expect(own.openApi()).toEqual({ type: 'apiKey', in: 'header', name: 'X-Api-Key' })
})
