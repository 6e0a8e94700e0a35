import { createHash } from 'node:crypto'
import { AuthenticationUnavailable, CredentialRefused, parseDuration, type Scheme } from '@fw/core'
import { checkEndpoint, fetchJson, requestTimeout } from '../keys/fetch-json.ts'
import { readApiKey } from '../secrets/api-keys.ts'
import { TokenScheme, type TokenOptions } from './token-scheme.ts'
import { normalizeAudience, checkClaims, type CheckedClaims, type Claims } from './verify-token.ts'

/** The introspection endpoint, and the credentials for it. */
export interface IntrospectionOptions extends TokenOptions {
  /** The URL of the introspection endpoint of the issuer (RFC 7662). */
  readonly endpoint: string
  /** The client id of this application at the issuer. */
  readonly clientId: string
  readonly clientSecret: string
  /** The exact value of the property `iss` in responses. */
  readonly issuer: string
  /** The accepted audiences. The property `aud` of a response must contain one of them. */
  readonly audience: string | readonly string[]
  /**
   * The time for which the response for an active token is cached, but at most until the token expires. If the issuer
   * revokes a token during that time, the token is still accepted. Default: `0s`, no caching.
   */
  readonly cache?: string
  /** The tolerated clock difference. Default: `30s`. */
  readonly clockTolerance?: string
}

/** Authenticates callers with tokens that the issuer introspects. */
export function introspection(options: IntrospectionOptions): Scheme<CheckedClaims> {
  return new IntrospectionScheme(options)
}

class IntrospectionScheme extends TokenScheme {
  readonly #options: IntrospectionOptions
  readonly #authorization: string
  readonly #tolerance: number
  readonly #cacheLifetime: number
  /** Requests in progress, by the hash of the token. */
  readonly #pending = new Map<string, Promise<Claims>>()
  /** The most recently fetched responses are last. */
  readonly #cache = new Map<string, CachedResponse>()

  constructor(options: IntrospectionOptions) {
    super(options)
    const { endpoint, clientId, clientSecret, cache = '0s', clockTolerance = '30s' } = options
    checkEndpoint('introspection(…)', endpoint)
    this.#options = options
    this.#authorization = basicCredentials(clientId, clientSecret)
    this.#tolerance = parseDuration(clockTolerance) / 1000
    this.#cacheLifetime = parseDuration(cache)
  }

  override get authorizationServers(): readonly string[] {
    return [this.#options.issuer]
  }

  override claims(token: string): boolean {
    return readApiKey(token) === undefined
  }

  protected async verify(token: string, audiences?: readonly string[]): Promise<CheckedClaims> {
    const claims = await this.#readClaims(token)
    const { issuer, audience } = this.#options
    if (claims['active'] !== true) throw new CredentialRefused('it is not active')
    if (claims['iss'] !== issuer) throw new CredentialRefused('its issuer is not trusted')
    // A client that acts for itself is its own subject (RFC 9068, 2.2). In this case, RFC 7662 allows the issuer to
    // omit `sub`.
    const withSubject = { sub: claims['client_id'], ...claims }
    return checkClaims(
      withSubject,
      audiences ?? [audience].flat(),
      this.#tolerance,
      audiences && normalizeAudience,
    )
  }

  #readClaims(token: string): Claims | Promise<Claims> {
    const key = createHash('sha256').update(token).digest('base64url')
    const cached = this.#cache.get(key)
    if (cached && isCurrent(cached)) return cached.claims
    const pending = this.#pending.get(key) ?? this.#fetchClaims(token, key)
    this.#pending.set(key, pending)
    return pending
  }

  async #fetchClaims(token: string, key: string): Promise<Claims> {
    const { endpoint } = this.#options
    try {
      const headers = {
        authorization: this.#authorization,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString()
      const claims = await fetchJson(endpoint, { method: 'POST', headers, body }, requestTimeout())
      this.#addToCache(key, claims)
      return claims
    } catch (error) {
      throw new AuthenticationUnavailable(`The token introspection at ${endpoint} failed.`, {
        cause: error,
      })
    } finally {
      this.#pending.delete(key)
    }
  }

  #addToCache(key: string, claims: Claims): void {
    const { active, exp } = claims
    if (this.#cacheLifetime === 0 || active !== true || typeof exp !== 'number') return
    this.#cache.delete(key)
    const cachedAt = Date.now()
    this.#cache.set(key, {
      claims,
      cachedAt,
      expiresAt: Math.min(cachedAt + this.#cacheLifetime, exp * 1000),
    })
    if (this.#cache.size > maxCachedResponses) {
      const [oldest = ''] = this.#cache.keys()
      this.#cache.delete(oldest)
    }
  }
}

/** The cached response for a token. Times are milliseconds since the epoch. */
interface CachedResponse {
  readonly claims: Claims
  readonly cachedAt: number
  readonly expiresAt: number
}

/** True if the response has not expired and the clock was not set back. */
function isCurrent({ cachedAt, expiresAt }: CachedResponse): boolean {
  const now = Date.now()
  return cachedAt <= now && now < expiresAt
}

const maxCachedResponses = 10_000

/** Returns the credentials for the Authorization header. Name and secret are form-encoded first (RFC 6749, 2.3.1). */
function basicCredentials(name: string, secret: string): string {
  const [id = '', password = ''] = [name, secret].map((text) =>
    new URLSearchParams({ '': text }).toString().slice(1),
  )
  return `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`
}
