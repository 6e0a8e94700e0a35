import {
  AuthenticationUnavailable,
  CredentialRefused,
  Principal,
  Scheme,
  type ChallengeDetails,
  type Config,
  type Credential,
  type CredentialPlace,
  type SchemeOptions,
} from '@fw/core'
import { andThen } from '@fw/core/internals'
import { requestTimeout } from '../keys/fetch-json.ts'
import { readIssuerMetadata } from '../keys/issuer-metadata.ts'
import type { RevocationStore } from '../stores/revocation-store.ts'
import { createBreaker } from '../stores/store-breaker.ts'
import { proofAlgorithms } from './dpop-proof.ts'
import { Possession, type GivenDpop } from './possession.ts'
import type { CheckedClaims, Claims } from './verify-token.ts'

/** Options for all token schemes. */
export interface TokenOptions extends Pick<SchemeOptions<CheckedClaims>, 'principal'> {
  /**
   * Returns the scopes of a token. Default: the claim `scope`, or `scp` if there is no `scope`: a list, or a
   * space-separated string. `all` grants all scopes.
   */
  readonly scopes?: 'all' | ((claims: CheckedClaims) => readonly string[])
  /** Returns the roles of a token. Default: the claim `roles`, a list or a single role. */
  readonly roles?: (claims: CheckedClaims) => readonly string[]
  /** Returns the tenant of a token. Default: no tenant. */
  readonly tenant?: (claims: CheckedClaims) => string | undefined
  /** The store of revoked tokens, which is checked for each token. Default: no store. */
  readonly revoked?: RevocationStore
  /** The mode for tokens that are bound to a key of the client (RFC 9449). Default: `off`. */
  readonly dpop?: GivenDpop
}

/** Authenticates callers with tokens of an issuer, sent as `Bearer` or `DPoP`. */
export abstract class TokenScheme extends Scheme<CheckedClaims> {
  readonly reads: CredentialPlace
  readonly #options: TokenOptions
  readonly #possession: Possession
  readonly #breaker = createBreaker('revocation')

  constructor(options: TokenOptions) {
    const { principal, scopes } = options
    super({ ...(principal && { principal }), ...(scopes === 'all' && { scopes }) })
    this.#options = options
    this.#possession = new Possession(options.dpop)
    this.reads = { authorization: this.#possession.schemeNames }
  }

  protected override get makesPrincipals() {
    return true
  }

  /** Returns the claims of a token. `audiences` replace the audiences of the scheme. */
  protected abstract verify(
    token: string,
    audiences: readonly string[] | undefined,
  ): CheckedClaims | Promise<CheckedClaims>

  /** Fetches the metadata of an authorization server (RFC 8414 or OpenID Discovery). */
  override describeServer(issuer: string): Promise<Readonly<Record<string, unknown>>> {
    return readIssuerMetadata(issuer, requestTimeout())
  }

  override attach(config: Config): void {
    this.#possession.attach(config)
  }

  /** Returns the principal, or a promise if a check is asynchronous. */
  override authenticate(credential: Credential): Principal | Promise<Principal> {
    const claims = this.verify(credential.text, credential.audiences)
    return andThen(claims, (checked) => this.#authenticateClaims(checked, credential))
  }

  #authenticateClaims(
    claims: CheckedClaims,
    credential: Credential,
  ): Principal | Promise<Principal> {
    const proofCheck = this.#possession.check(claims['cnf'], credential)
    return proofCheck
      ? proofCheck.then(() => this.#createPrincipal(claims))
      : this.#createPrincipal(claims)
  }

  #createPrincipal(claims: CheckedClaims): Principal | Promise<Principal> {
    const principal = this.#toPrincipal(claims)
    const { revoked } = this.#options
    return revoked ? this.#checkRevocation(revoked, claims, principal) : principal
  }

  override challenge(details: ChallengeDetails): string {
    const challenge = super.challenge(details) ?? ''
    const { schemeNames } = this.#possession
    return schemeNames.map((name) => (name === 'DPoP' ? toDpop(challenge) : challenge)).join(', ')
  }

  #toPrincipal(claims: CheckedClaims): Principal {
    const { scopes, roles, tenant } = this.#options
    return new Principal({
      id: claims.sub,
      issuer: claims.iss,
      tenant: tenant?.(claims),
      clientId: stringOf(claims['client_id'] ?? claims['azp']),
      scopes: typeof scopes === 'function' ? scopes(claims) : scopesOf(claims),
      roles: roles ? roles(claims) : rolesOf(claims['roles']),
      claims,
      authenticatedAt: pastDateOf(claims['auth_time']),
      expiresAt: dateOf(claims.exp),
    })
  }

  async #checkRevocation(
    revoked: RevocationStore,
    { jti, iat }: Claims,
    principal: Principal,
  ): Promise<Principal> {
    const issuedAt = dateOf(iat)?.getTime()
    const token = {
      key: principal.key,
      ...(typeof jti === 'string' && { jti }),
      ...(issuedAt !== undefined && { issuedAt }),
    }
    if (await this.#isRevoked(revoked, token)) throw new CredentialRefused('it was revoked')
    return principal
  }

  async #isRevoked(
    store: RevocationStore,
    token: Parameters<RevocationStore['isRevoked']>[0],
  ): Promise<boolean> {
    try {
      return await this.#breaker.run(() => store.isRevoked(token))
    } catch (error) {
      throw new AuthenticationUnavailable('The revocation store failed.', { cause: error })
    }
  }
}

/**
 * Replaces the scheme name, which is the first word of a challenge, with `DPoP`, and adds the algorithms for proofs.
 */
function toDpop(challenge: string): string {
  return `${challenge.replace(/^\w+/u, 'DPoP')}, algs="${proofAlgorithms.join(' ')}"`
}

function scopesOf(claims: Claims): readonly string[] {
  return namesOf(claims['scope'] === undefined ? claims['scp'] : claims['scope'])
}

/** Returns the roles in a claim. A string is a single role, even if it contains spaces. */
function rolesOf(claim: unknown): readonly string[] {
  return typeof claim === 'string' && claim !== '' ? [claim] : namesOf(claim)
}

/** Returns an empty list if the claim is not a list of strings or a string. */
function namesOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((name) => name !== '')
  const isList = Array.isArray(claim) && claim.every((name) => typeof name === 'string')
  return isList ? (claim as string[]) : []
}

/** Returns undefined for a time in the future, except for small clock differences. */
function pastDateOf(claim: unknown): Date | undefined {
  const date = dateOf(claim)
  return date && date.getTime() <= Date.now() + 60_000 ? date : undefined
}

function stringOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined
}

function dateOf(claim: unknown): Date | undefined {
  if (typeof claim !== 'number') return undefined
  const date = new Date(claim * 1000)
  return Number.isNaN(date.getTime()) ? undefined : date
}
