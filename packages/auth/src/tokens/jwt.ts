import type { Scheme } from 'fw'
import { IssuerDesk, type IssuerOptions, type TrustedIssuer } from '../keys/trusted-issuer.ts'
import { TokenScheme, type TokenOptions } from './token-scheme.ts'
import { verifyToken, type CheckedClaims, type FindIssuer } from './verify-token.ts'

/** Several issuers: a list, or a function that knows them, of tenants for example; it is asked for each token. */
export interface SeveralIssuers {
  readonly issuers:
    | readonly IssuerOptions[]
    | ((iss: string) => IssuerOptions | undefined | Promise<IssuerOptions | undefined>)
}

/** Whose tokens count, and for whom they are. */
export type JwtOptions = TokenOptions & (IssuerOptions | SeveralIssuers)

/** Callers with JWTs, which their issuer has signed. Throws a `TypeError` for options that would let in too many. */
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

  /** Without those that only a function knows. */
  override get authorizationServers(): readonly string[] {
    return this.#issuers
  }

  /** API keys and opaque tokens have no two dots. */
  override claims(token: string): boolean {
    const first = token.indexOf('.')
    return first !== -1 && token.includes('.', first + 1)
  }

  override openApi() {
    return { ...super.openApi(), bearerFormat: 'JWT' }
  }

  protected verify(token: string, audiences?: readonly string[]) {
    return verifyToken(token, this.#findIssuer, audiences)
  }
}

function toFindIssuer(issuers: SeveralIssuers['issuers']): FindIssuer {
  const desk = new IssuerDesk()
  if (typeof issuers === 'function') {
    return async (iss) => {
      const options = await issuers(iss)
      return options?.issuer === iss ? desk.trust(options) : undefined
    }
  }
  const trusted = new Map<string, TrustedIssuer>()
  for (const options of issuers) trusted.set(options.issuer, desk.trust(options))
  return (iss) => trusted.get(iss)
}
