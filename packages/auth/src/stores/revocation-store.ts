import { refuseSeveral } from './not-shared.ts'

/** A token, as far as revocations go by it. */
export interface RevocableToken {
  /** Its id, where it has one. */
  readonly jti?: string
  /** The key of its principal. */
  readonly key: string
  /** When it was issued: milliseconds since the epoch; undefined where it does not say. */
  readonly issuedAt?: number
}

/** Remembers which tokens are refused before they expire. Times are milliseconds since the epoch. */
export abstract class RevocationStore {
  /** Refuses one token. `until` is when it expires. */
  abstract revoke(jti: string, until: number): void | Promise<void>

  /** Refuses the tokens of a principal issued before a time, or in its second, and those without a time of issue. */
  abstract revokeAll(key: string, before: number): void | Promise<void>

  abstract isRevoked(token: RevocableToken): boolean | Promise<boolean>
}

/** Remembers in the memory of one process. Throws `StoreNotShared` if several serve requests. */
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

/** How long a token is remembered after it expires, in milliseconds: clocks differ, and some tolerance is given. */
export const afterlife = 600_000

/** Tokens tell whole seconds, so all tokens of the same second are refused. */
export function isBefore(issuedAt: number, before: number): boolean {
  return Math.floor(issuedAt / 1000) <= Math.floor(before / 1000)
}
