import type { JSONWebKeySet, JWSHeaderParameters } from 'jose'
import { AuthenticationUnavailable } from 'fw'
import { fetchJson, patience } from './fetch-json.ts'
import { addressIn, readIssuerMetadata } from './issuer-metadata.ts'
import { findKeyIn, type FindKey } from './key-set.ts'

const minute = 60_000

/** How old keys are when they are renewed in the background, in milliseconds. */
const fresh = 10 * minute

/** How old they may become while the issuer is away. */
const stale = 24 * 60 * minute

/** From one attempt to the next. */
const pause = 30_000

/** The keys of an issuer, fetched when they are first needed, and again as they change. */
export class IssuerKeys {
  readonly #issuer: string
  readonly #jwksUri: string | undefined
  #find: FindKey | undefined
  #renewedAt = -Infinity
  #triedAt = -Infinity
  #failure: unknown
  #renewal: Promise<void> | undefined

  /** Without `jwksUri` the metadata of the issuer tells it. */
  constructor(issuer: string, jwksUri?: string) {
    this.#issuer = issuer
    this.#jwksUri = jwksUri
  }

  /** Undefined where there is no such key. Throws, or rejects with, `AuthenticationUnavailable` where that is not known. */
  find(header: JWSHeaderParameters): ReturnType<FindKey> {
    const age = this.#age
    if (age > stale) return this.#renewed().then(() => this.#findKnown(header))
    if (age > fresh) void this.#renewed()
    return this.#findKnown(header)
  }

  #findKnown(header: JWSHeaderParameters): ReturnType<FindKey> {
    const known = this.#find
    if (!known || this.#age > stale) throw this.#unreachable()
    const key = known(header)
    return key instanceof Promise
      ? key.then((found) => found ?? this.#findAmongNew(header, known))
      : (key ?? this.#findAmongNew(header, known))
  }

  async #findAmongNew(header: JWSHeaderParameters, known: FindKey): Promise<CryptoKey | undefined> {
    await this.#renewed()
    if (this.#find && this.#find !== known) return this.#find(header)
    if (this.#failure !== undefined) throw this.#unreachable()
    return undefined
  }

  /** A clock that was set back tells no age, so a step in either direction counts. */
  get #age(): number {
    return Math.abs(Date.now() - this.#renewedAt)
  }

  /** One fetch for all who wait. Never rejects: what went wrong is kept. */
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
      const signal = patience()
      const jwksUri = this.#jwksUri ?? (await this.#findKeySet(signal))
      // What is not a set of keys is refused where it is read.
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
    return new AuthenticationUnavailable(`The keys of the issuer ${this.#issuer} cannot be had.`, {
      cause: this.#failure,
    })
  }
}
