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
} from 'fw'
import { patience } from '../keys/fetch-json.ts'
import { readIssuerMetadata } from '../keys/issuer-metadata.ts'
import type { RevocationStore } from '../stores/revocation-store.ts'
import { patienceFor } from '../stores/store-patience.ts'
import { proofAlgorithms } from './dpop-proof.ts'
import { Possession, type GivenDpop } from './possession.ts'
import type { CheckedClaims, Claims } from './verify-token.ts'

/** What all schemes of tokens take. */
export interface TokenOptions extends Pick<SchemeOptions<CheckedClaims>, 'principal'> {
  /** What the token allows. Default: the claim `scope`, else `scp`; a text with spaces, or a list. `all`: everything. */
  readonly scopes?: 'all' | ((claims: CheckedClaims) => readonly string[])
  /** Default: the claim `roles`, a list or a single role. */
  readonly roles?: (claims: CheckedClaims) => readonly string[]
  /** Default: none. */
  readonly tenant?: (claims: CheckedClaims) => string | undefined
  /** Asked for each token. */
  readonly revoked?: RevocationStore
  /** Whether tokens are bound to a key of the client (RFC 9449). Default `off`. */
  readonly dpop?: GivenDpop
}

/** Tokens of an issuer, as `Bearer` or `DPoP`. */
export abstract class TokenScheme extends Scheme<CheckedClaims> {
  readonly reads: CredentialPlace
  readonly #options: TokenOptions
  readonly #possession: Possession
  readonly #patience = patienceFor('revocations')

  constructor(options: TokenOptions) {
    const { principal, scopes } = options
    super({ ...(principal && { principal }), ...(scopes === 'all' && { scopes }) })
    this.#options = options
    this.#possession = new Possession(options.dpop)
    this.reads = { authorization: this.#possession.words }
  }

  protected override get makesPrincipals() {
    return true
  }

  /** The claims of a token. `audiences` are those it has to be for, where they differ from those of the scheme. */
  protected abstract verify(
    token: string,
    audiences: readonly string[] | undefined,
  ): CheckedClaims | Promise<CheckedClaims>

  /** What an authorization server says about itself (RFC 8414, else OpenID Discovery). */
  override describeServer(issuer: string): Promise<Readonly<Record<string, unknown>>> {
    return readIssuerMetadata(issuer, patience())
  }

  override attach(config: Config): void {
    this.#possession.attach(config)
  }

  /** At once where nothing has to be waited for. */
  override authenticate(credential: Credential): Principal | Promise<Principal> {
    const claims = this.verify(credential.text, credential.audiences)
    return claims instanceof Promise
      ? claims.then((checked) => this.#prove(checked, credential))
      : this.#prove(claims, credential)
  }

  #prove(claims: CheckedClaims, credential: Credential): Principal | Promise<Principal> {
    const proven = this.#possession.check(claims['cnf'], credential)
    return proven ? proven.then(() => this.#know(claims)) : this.#know(claims)
  }

  #know(claims: CheckedClaims): Principal | Promise<Principal> {
    const principal = this.#toPrincipal(claims)
    const { revoked } = this.#options
    return revoked ? this.#unlessRevoked(revoked, claims, principal) : principal
  }

  override challenge(details: ChallengeDetails): string {
    const challenge = super.challenge(details) ?? ''
    const { words } = this.#possession
    return words.map((word) => (word === 'DPoP' ? toDpop(challenge) : challenge)).join(', ')
  }

  #toPrincipal(claims: CheckedClaims): Principal {
    const { scopes, roles, tenant } = this.#options
    return new Principal({
      id: claims.sub,
      issuer: claims.iss,
      tenant: tenant?.(claims),
      clientId: textOf(claims['client_id'] ?? claims['azp']),
      scopes: typeof scopes === 'function' ? scopes(claims) : scopesOf(claims),
      roles: roles ? roles(claims) : rolesOf(claims['roles']),
      claims,
      authenticatedAt: pastOf(claims['auth_time']),
      expiresAt: dateOf(claims.exp),
    })
  }

  async #unlessRevoked(
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
      return await this.#patience.wait(() => store.isRevoked(token))
    } catch (error) {
      throw new AuthenticationUnavailable('The store of revocations fails.', { cause: error })
    }
  }
}

/** The first word of a challenge names its scheme. */
function toDpop(challenge: string): string {
  return `${challenge.replace(/^\w+/u, 'DPoP')}, algs="${proofAlgorithms.join(' ')}"`
}

function scopesOf(claims: Claims): readonly string[] {
  return namesOf(claims['scope'] === undefined ? claims['scp'] : claims['scope'])
}

/** A string is one role, whatever is in it. */
function rolesOf(claim: unknown): readonly string[] {
  return typeof claim === 'string' && claim !== '' ? [claim] : namesOf(claim)
}

/** Empty for a claim of another form. */
function namesOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((name) => name !== '')
  const isList = Array.isArray(claim) && claim.every((name) => typeof name === 'string')
  return isList ? (claim as string[]) : []
}

/** Undefined for a time that has not come, give or take what clocks differ. */
function pastOf(claim: unknown): Date | undefined {
  const date = dateOf(claim)
  return date && date.getTime() <= Date.now() + 60_000 ? date : undefined
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined
}

function dateOf(claim: unknown): Date | undefined {
  if (typeof claim !== 'number') return undefined
  const date = new Date(claim * 1000)
  return Number.isNaN(date.getTime()) ? undefined : date
}
