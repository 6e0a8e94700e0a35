import type { JSONWebKeySet, JWSHeaderParameters } from 'jose'
import { AuthenticationUnavailable } from '@fw/core'
import { andThen } from '@fw/core/internals'
import { fetchJson, requestTimeout } from './fetch-json.ts'
import { urlIn, readIssuerMetadata } from './issuer-metadata.ts'
import { findKeyIn, type FindKey } from './key-set.ts'

const minute = 60_000

/** The age at which keys are refreshed in the background, in milliseconds. */
const refreshAge = 10 * minute

/** The maximum age of keys while the issuer cannot be reached, in milliseconds. */
const maxAge = 24 * 60 * minute

/** The minimum time between two attempts to fetch the keys, in milliseconds. */
const minRetryInterval = 30_000

/** The keys of an issuer. They are fetched on first use, when they are too old, and when a key is missing. */
export class IssuerKeys {
  readonly #issuer: string
  readonly #jwksUri: string | undefined
  #find: FindKey | undefined
  #fetchedAt = -Infinity
  #attemptedAt = -Infinity
  #failure: unknown
  #refreshing: Promise<void> | undefined

  /** If `jwksUri` is missing, the URL is read from the metadata of the issuer. */
  constructor(issuer: string, jwksUri?: string) {
    this.#issuer = issuer
    this.#jwksUri = jwksUri
  }

  /**
   * Returns the key for a token header; undefined if the issuer has no such key. Throws or rejects with
   * `AuthenticationUnavailable` if the keys cannot be fetched.
   */
  find(header: JWSHeaderParameters): ReturnType<FindKey> {
    const age = this.#age
    if (age > maxAge) return this.#refresh().then(() => this.#findCached(header))
    if (age > refreshAge) void this.#refresh()
    return this.#findCached(header)
  }

  #findCached(header: JWSHeaderParameters): ReturnType<FindKey> {
    const known = this.#find
    if (!known || this.#age > maxAge) throw this.#unavailable()
    return andThen(known(header), (key) => key ?? this.#findAfterRefresh(header, known))
  }

  async #findAfterRefresh(
    header: JWSHeaderParameters,
    known: FindKey,
  ): Promise<CryptoKey | undefined> {
    await this.#refresh()
    if (this.#find && this.#find !== known) return this.#find(header)
    if (this.#failure !== undefined) throw this.#unavailable()
    return undefined
  }

  /** The age of the keys. The absolute value is used, because the clock may have been set back. */
  get #age(): number {
    return Math.abs(Date.now() - this.#fetchedAt)
  }

  /**
   * Fetches the keys once for all concurrent callers, unless the last attempt was less than `minRetryInterval` ago.
   * Never rejects: an error is stored.
   */
  #refresh(): Promise<void> {
    const now = Date.now()
    if (!this.#refreshing && Math.abs(now - this.#attemptedAt) >= minRetryInterval) {
      this.#attemptedAt = now
      this.#refreshing = this.#fetchKeys(now).finally(() => (this.#refreshing = undefined))
    }
    return this.#refreshing ?? Promise.resolve()
  }

  async #fetchKeys(now: number): Promise<void> {
    try {
      const signal = requestTimeout()
      const jwksUri = this.#jwksUri ?? (await this.#readJwksUri(signal))
      // `findKeyIn` throws if the key set is invalid.
      const set = (await fetchJson(jwksUri, {}, signal)) as unknown as JSONWebKeySet
      this.#find = findKeyIn(set)
      this.#fetchedAt = now
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    }
  }

  async #readJwksUri(signal: AbortSignal): Promise<string> {
    return urlIn(await readIssuerMetadata(this.#issuer, signal), 'jwks_uri')
  }

  #unavailable(): AuthenticationUnavailable {
    return new AuthenticationUnavailable(
      `The keys of the issuer ${this.#issuer} cannot be fetched.`,
      {
        cause: this.#failure,
      },
    )
  }
}
