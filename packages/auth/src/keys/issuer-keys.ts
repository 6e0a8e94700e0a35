import type { JSONWebKeySet, JWSHeaderParameters } from 'jose'
import { AuthenticationUnavailable } from '@fw/core'
import { andThen } from '@fw/core/internals'
import { fetchJson, requestTimeout } from './fetch-json.ts'
import { addressIn, readIssuerMetadata } from './issuer-metadata.ts'
import { findKeyIn, type FindKey } from './key-set.ts'

const minute = 60_000

/** The age at which keys are refreshed in the background, in milliseconds. */
const fresh = 10 * minute

/** The maximum age of keys while the issuer cannot be reached, in milliseconds. */
const stale = 24 * 60 * minute

/** The minimum time between two attempts, in milliseconds. */
const pause = 30_000

/** The keys of an issuer. They are fetched on first use, and again when they change. */
export class IssuerKeys {
  readonly #issuer: string
  readonly #jwksUri: string | undefined
  #find: FindKey | undefined
  #renewedAt = -Infinity
  #triedAt = -Infinity
  #failure: unknown
  #renewal: Promise<void> | undefined

  /** If `jwksUri` is missing, the URL is read from the metadata of the issuer. */
  constructor(issuer: string, jwksUri?: string) {
    this.#issuer = issuer
    this.#jwksUri = jwksUri
  }

  /**
   * Returns the key for a token header; undefined if it does not exist. Throws or rejects with
   * `AuthenticationUnavailable` if the keys cannot be fetched.
   */
  find(header: JWSHeaderParameters): ReturnType<FindKey> {
    const age = this.#age
    if (age > stale) return this.#renewed().then(() => this.#findKnown(header))
    if (age > fresh) void this.#renewed()
    return this.#findKnown(header)
  }

  #findKnown(header: JWSHeaderParameters): ReturnType<FindKey> {
    const known = this.#find
    if (!known || this.#age > stale) throw this.#unreachable()
    return andThen(known(header), (key) => key ?? this.#findAmongNew(header, known))
  }

  async #findAmongNew(header: JWSHeaderParameters, known: FindKey): Promise<CryptoKey | undefined> {
    await this.#renewed()
    if (this.#find && this.#find !== known) return this.#find(header)
    if (this.#failure !== undefined) throw this.#unreachable()
    return undefined
  }

  /** The age of the keys. The absolute value is used, because the clock may have been set back. */
  get #age(): number {
    return Math.abs(Date.now() - this.#renewedAt)
  }

  /** Fetches the keys once for all concurrent callers. Never rejects: an error is stored. */
  #renewed(): Promise<void> {
    const now = Date.now()
    if (!this.#renewal && Math.abs(now - this.#triedAt) >= pause) {
      this.#triedAt = now
      this.#renewal = this.#renew(now).finally(() => (this.#renewal = undefined))
    }
    return this.#renewal ?? Promise.resolve()
  }

  async #renew(now: number): Promise<void> {
    try {
      const signal = requestTimeout()
      const jwksUri = this.#jwksUri ?? (await this.#findKeySet(signal))
      // `findKeyIn` throws if the key set is invalid.
      const set = (await fetchJson(jwksUri, {}, signal)) as unknown as JSONWebKeySet
      this.#find = findKeyIn(set)
      this.#renewedAt = now
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    }
  }

  async #findKeySet(signal: AbortSignal): Promise<string> {
    return addressIn(await readIssuerMetadata(this.#issuer, signal), 'jwks_uri')
  }

  #unreachable(): AuthenticationUnavailable {
    return new AuthenticationUnavailable(
      `The keys of the issuer ${this.#issuer} cannot be fetched.`,
      {
        cause: this.#failure,
      },
    )
  }
}
