import { createHash } from 'node:crypto'
import { RedisScripts, type RedisScript } from 'fw/internals'
import type { RunScript } from 'fw/web'
import {
  afterlife,
  isBefore,
  RevocationStore,
  type RevocableToken,
} from '../stores/revocation-store.ts'
import { patienceFor } from '../stores/store-patience.ts'

/** Keeps revocations in Redis, shared by all processes. */
export class RedisRevocations extends RevocationStore {
  readonly #scripts: RedisScripts
  readonly #patience = patienceFor('revocations')

  /** `prefix` is the prefix of each key. */
  constructor(run: RunScript, prefix = 'fw:revoked:') {
    super()
    this.#scripts = new RedisScripts('RedisRevocations', run, prefix)
  }

  async revoke(jti: string, until: number): Promise<void> {
    const left = until + afterlife - Date.now()
    if (left > 0) await this.#write(revoke, keyOf('token', jti), left)
  }

  async revokeAll(key: string, before: number): Promise<void> {
    await this.#write(revokeAll, keyOf('principal', key), before)
  }

  async isRevoked({ jti, key, issuedAt = 0 }: RevocableToken): Promise<boolean> {
    const asked = [this.#scripts.run(read, keyOf('principal', key), [])]
    if (jti !== undefined) asked.push(this.#scripts.run(read, keyOf('token', jti), []))
    const [before, token] = await Promise.all(asked)
    return (token !== undefined && token !== '') || isSecondBefore(issuedAt, before)
  }

  async #write(script: typeof revoke, key: string, argument: number): Promise<void> {
    await this.#patience.wait(() => this.#scripts.run(script, key, [String(argument)]))
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind}:${createHash('sha256').update(name).digest('base64url')}`
}

function isSecondBefore(issuedAt: number, before: string | undefined): boolean {
  return before !== undefined && before !== '' && isBefore(issuedAt, Number(before))
}

const read = returningText(`return redis.call('GET', KEYS[1]) or ''`)

const revoke = returningText(`
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return ''
`)

const revokeAll = returningText(`
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
return ''
`)

function returningText(lua: string): RedisScript<string, string> {
  return {
    lua,
    isReturned: (answer): answer is string => typeof answer === 'string',
    read: (text) => text,
  }
}
