import { MemoryKeyedStore, never, type KeyedStore } from '@fw/core/internals'
import { requireSingleProcess } from './not-shared.ts'
import { createBreaker } from './store-breaker.ts'

/** The data of a token that is needed to check revocations. */
export interface RevocableToken {
  /** The id of the token, if it has one. */
  readonly jti?: string
  /** The key of the principal. */
  readonly key: string
  /** The time of issue in milliseconds since the epoch, if the token contains it. */
  readonly issuedAt?: number
}

/** Stores which tokens are rejected before they expire. Times are in milliseconds since the epoch. */
export abstract class RevocationStore {
  /** Revokes one token. `until` is its expiry time. */
  abstract revoke(jti: string, until: number): void | Promise<void>

  /**
   * Revokes the tokens of a principal that were issued before a time or in the same second, and tokens without a time
   * of issue.
   */
  abstract revokeAll(key: string, before: number): void | Promise<void>

  abstract isRevoked(token: RevocableToken): boolean | Promise<boolean>
}

/** Returns the key of the record for the id of a token, or for the key of a principal. */
export type RevocationKey = (kind: 'token' | 'principal', name: string) => string

/**
 * Stores revocations as records without a value. For a principal, the version of the record is the time before which
 * tokens are revoked, so it only increases.
 */
export class KeyedRevocations extends RevocationStore {
  readonly #records: KeyedStore<string>
  readonly #keyOf: RevocationKey
  readonly #breaker = createBreaker('revocation')

  constructor(records: KeyedStore<string>, keyOf: RevocationKey) {
    super()
    this.#records = records
    this.#keyOf = keyOf
  }

  async revoke(jti: string, until: number): Promise<void> {
    const record = { value: '', expiresAt: until + gracePeriod }
    const key = this.#keyOf('token', jti)
    await this.#breaker.run(() => this.#records.change(key, Date.now(), () => record))
  }

  async revokeAll(key: string, before: number): Promise<void> {
    const record = { value: '', version: Math.floor(before), expiresAt: never }
    const principal = this.#keyOf('principal', key)
    await this.#breaker.run(() =>
      // If another process has written a later time, it is kept.
      this.#records.change(principal, Date.now(), (stored) =>
        stored && stored.version >= record.version ? undefined : record,
      ),
    )
  }

  async isRevoked({ jti, key, issuedAt = 0 }: RevocableToken): Promise<boolean> {
    const keys = [this.#keyOf('principal', key)]
    if (jti !== undefined) keys.push(this.#keyOf('token', jti))
    const [principal, token] = await this.#records.getAll(keys)
    return token !== undefined || (principal !== undefined && isBefore(issuedAt, principal.version))
  }
}

/** Stores revocations in process memory. Throws `StoreNotShared` if several processes serve requests. */
export class MemoryRevocations extends KeyedRevocations {
  constructor() {
    requireSingleProcess(
      'MemoryRevocations',
      'the others would accept a revoked token',
      'Use RedisRevocations or DatabaseRevocations.',
    )
    super(new MemoryKeyedStore(), (kind, name) => `${kind} ${name}`)
  }
}

/** The time for which a revocation is kept after its token has expired, in milliseconds, because clocks may differ. */
const gracePeriod = 600_000

/** True if a token was issued before a time or in the same second: tokens contain only whole seconds. */
function isBefore(issuedAt: number, before: number): boolean {
  return Math.floor(issuedAt / 1000) <= Math.floor(before / 1000)
}
