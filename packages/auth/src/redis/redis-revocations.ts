import { createHash } from 'node:crypto'
import type { RunScript } from 'fw/web'
import {
  afterlife,
  isBefore,
  RevocationStore,
  type RevocableToken,
} from '../stores/revocation-store.ts'

/** Remembers in Redis, for all processes together. */
export class RedisRevocations extends RevocationStore {
  readonly #run: RunScript
  readonly #prefix: string

  /** `prefix` stands before each key. */
  constructor(run: RunScript, prefix = 'fw:revoked:') {
    super()
    this.#run = run
    this.#prefix = prefix
  }

  async revoke(jti: string, until: number): Promise<void> {
    const left = until + afterlife - Date.now()
    if (left > 0) await this.#ask(revoke, [this.#keyOf('token', jti)], [String(left)])
  }

  async revokeAll(key: string, before: number): Promise<void> {
    await this.#ask(revokeAll, [this.#keyOf('principal', key)], [String(before)])
  }

  async isRevoked({ jti, key, issuedAt = 0 }: RevocableToken): Promise<boolean> {
    // Each by its own key, as those of a cluster may be on different servers.
    const asked = [this.#ask(read, [this.#keyOf('principal', key)], [])]
    if (jti !== undefined) asked.push(this.#ask(read, [this.#keyOf('token', jti)], []))
    const [before, token] = await Promise.all(asked)
    return (token !== undefined && token !== '') || isSecondBefore(issuedAt, before)
  }

  async #ask(script: string, keys: string[], args: string[]): Promise<string> {
    const answer = await this.#run(script, keys, args)
    if (typeof answer === 'string') return answer
    throw new TypeError(
      'The function that RedisRevocations was given did not resolve with what the script returned.',
    )
  }

  #keyOf(kind: string, name: string): string {
    const hash = createHash('sha256').update(name).digest('base64url')
    return `${this.#prefix}${kind}:${hash}`
  }
}

function isSecondBefore(issuedAt: number, before: string | undefined): boolean {
  return before !== undefined && before !== '' && isBefore(issuedAt, Number(before))
}

const read = `return redis.call('GET', KEYS[1]) or ''`

const revoke = `
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return ''
`

const revokeAll = `
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
return ''
`
