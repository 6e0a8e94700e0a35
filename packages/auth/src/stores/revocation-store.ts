import { refuseSeveral } from './not-shared.ts'

/** The data of a token that revocations depend on. */
export interface RevocableToken {
  /** The id of the token, if it has one. */
  readonly jti?: string
  /** The key of its principal. */
  readonly key: string
  /** The time of issue in milliseconds since the epoch, if the token has it. */
  readonly issuedAt?: number
}

/** Stores which tokens are rejected before they expire. Times are milliseconds since the epoch. */
export abstract class RevocationStore {
  /** Revokes one token. `until` is its expiry. */
  abstract revoke(jti: string, until: number): void | Promise<void>

  /**
   * Revokes the tokens of a principal that were issued before a time or in the same second, and
   * those without a time of issue.
   */
  abstract revokeAll(key: string, before: number): void | Promise<void>

  abstract isRevoked(token: RevocableToken): boolean | Promise<boolean>
}

/**
 * Keeps revocations in the memory of one process. Throws `StoreNotShared` if several processes
 * serve requests.
 */
export class MemoryRevocations extends RevocationStore {
  readonly #tokens = new Map<string, number>()
  readonly #principals = new Map<string, number>()
  #cleanedAt = 0

  constructor() {
    super()
    refuseSeveral(
      'MemoryRevocations',
      'the others would accept a revoked token',
      'Use RedisRevocations or DatabaseRevocations.',
    )
  }

  revoke(jti: string, until: number): void {
    this.#clean(Date.now())
    this.#tokens.set(jti, until + afterlife)
  }

  revokeAll(key: string, before: number): void {
    this.#principals.set(key, Math.max(before, this.#principals.get(key) ?? 0))
  }

  isRevoked({ jti, key, issuedAt = 0 }: RevocableToken): boolean {
    if (jti !== undefined && this.#tokens.has(jti)) return true
    const before = this.#principals.get(key)
    return before !== undefined && isBefore(issuedAt, before)
  }

  #clean(now: number): void {
    if (now - this.#cleanedAt < 60_000) return
    this.#cleanedAt = now
    for (const [jti, end] of this.#tokens) if (end <= now) this.#tokens.delete(jti)
  }
}

/**
 * How long a revocation is kept after its token has expired, in milliseconds, because of clock
 * differences and tolerance.
 */
export const afterlife = 600_000

/**
 * True if a token was issued before a time or in the same second, since tokens only contain whole
 * seconds.
 */
export function isBefore(issuedAt: number, before: number): boolean {
  return Math.floor(issuedAt / 1000) <= Math.floor(before / 1000)
}
