import type { Scheme } from '@fw/core'
import { IssuerRegistry, type IssuerOptions, type TrustedIssuer } from '../keys/trusted-issuer.ts'
import { TokenScheme, type TokenOptions } from './token-scheme.ts'
import { verifyToken, type CheckedClaims, type FindIssuer } from './verify-token.ts'

/**
 * Several issuers: a list, or a function that returns the options of an issuer by its name, for example from a table of
 * tenants.
 */
export interface SeveralIssuers {
  readonly issuers:
    | readonly IssuerOptions[]
    | ((iss: string) => IssuerOptions | undefined | Promise<IssuerOptions | undefined>)
}

/** The trusted issuers, and the audience of their tokens. */
export type JwtOptions = TokenOptions & (IssuerOptions | SeveralIssuers)

/**
 * Authenticates callers with JWTs signed by their issuer. Throws a `TypeError` for invalid options, for example if
 * tokens of other applications would be accepted.
 */
export function jwt(options: JwtOptions): Scheme<CheckedClaims> {
  return new JwtScheme(options)
}

export class JwtScheme extends TokenScheme {
  readonly #findIssuer: FindIssuer
  readonly #issuers: readonly string[]

  constructor(options: JwtOptions) {
    super(options)
    const issuers = 'issuers' in options ? options.issuers : [options]
    this.#findIssuer = toFindIssuer(issuers)
    this.#issuers = typeof issuers === 'function' ? [] : issuers.map(({ issuer }) => issuer)
  }

  /** The configured issuers, without issuers that a function returns. */
  override get authorizationServers(): readonly string[] {
    return this.#issuers
  }

  /** True for a string with at least two dots. API keys and most opaque tokens have fewer. */
  override claims(token: string): boolean {
    const firstDot = token.indexOf('.')
    return firstDot !== -1 && token.includes('.', firstDot + 1)
  }

  override openApi() {
    return { ...super.openApi(), bearerFormat: 'JWT' }
  }

  protected verify(token: string, audiences?: readonly string[]) {
    return verifyToken(token, this.#findIssuer, audiences)
  }
}

function toFindIssuer(issuers: SeveralIssuers['issuers']): FindIssuer {
  const registry = new IssuerRegistry()
  if (typeof issuers === 'function') {
    return async (iss) => {
      const options = await issuers(iss)
      return options?.issuer === iss ? registry.trust(options) : undefined
    }
  }
  const trusted = new Map<string, TrustedIssuer>()
  for (const options of issuers) trusted.set(options.issuer, registry.trust(options))
  return (iss) => trusted.get(iss)
}
