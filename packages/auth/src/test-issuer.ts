import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import type { Scheme } from '@fw/core'
import { SignJWT, type JSONWebKeySet } from 'jose'
import { JwtScheme, type SeveralIssuers } from './tokens/jwt.ts'
import type { TokenOptions } from './tokens/token-scheme.ts'
import type { CheckedClaims, Claims } from './tokens/verify-token.ts'

/** Creates signed tokens for tests, and a scheme that accepts them. Does not use the network. */
export class TestIssuer {
  readonly issuer: string
  readonly audience: string
  #key = createKey()

  constructor({ issuer = 'https://issuer.test', audience = 'https://api.test' } = {}) {
    this.issuer = issuer
    this.audience = audience
  }

  /** Returns the scheme that replaces `jwt` in the application under test. */
  scheme(options: TokenOptions = {}): Scheme<CheckedClaims> {
    const { issuer, audience } = this
    return new TestScheme({
      ...options,
      issuers: () => ({ issuer, audience, keys: this.#key.set }),
      issuer,
    })
  }

  /**
   * Returns a token that is valid for five minutes. `claims` override the default claims; undefined
   * removes one.
   */
  token(claims: Claims = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const { issuer: iss, audience: aud } = this
    const defaults = { iss, aud, sub: 'somebody', iat: now, exp: now + 300, jti: randomUUID() }
    return new SignJWT({ ...defaults, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: this.#key.kid })
      .sign(this.#key.privateKey)
  }

  /** Signs with a new key from now on. Tokens signed with the previous key become invalid. */
  rotate(): void {
    this.#key = createKey()
  }
}

/** A scheme whose keys may change. It always reports the same issuer. */
class TestScheme extends JwtScheme {
  readonly #issuer: string

  constructor({ issuer, ...options }: TokenOptions & SeveralIssuers & { readonly issuer: string }) {
    super(options)
    this.#issuer = issuer
  }

  override get authorizationServers(): readonly string[] {
    return [this.#issuer]
  }
}

function createKey(): { kid: string; privateKey: KeyObject; set: JSONWebKeySet } {
  const kid = randomUUID()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  return { kid, privateKey, set: { keys: [jwk] as JSONWebKeySet['keys'] } }
}
