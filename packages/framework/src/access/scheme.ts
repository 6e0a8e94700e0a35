import type { Config } from '../config/config.ts'
import type { Resolver } from '../container/binding.ts'
import type { Class } from '../reflection/type-info.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { vouch, type Principal } from './principal.ts'
import { CredentialRefused } from './errors.ts'

/**
 * Where a scheme finds its credential: in `Authorization` behind one of these words, in a header of its own, or in a
 * cookie, whose name may depend on the request.
 */
export type CredentialPlace =
  | { readonly authorization: string | readonly string[] }
  | { readonly header: string }
  | { readonly cookie: string | ((request: HttpRequest) => string) }

/** What a scheme is given to judge. */
export interface Credential {
  /** As it was sent, without the word of `Authorization`. */
  readonly text: string
  /** The word of `Authorization` as the scheme writes it; undefined from elsewhere. */
  readonly word: string | undefined
  /** The request that brings it; undefined over stdio. */
  readonly request: HttpRequest | undefined
  /** Whom it has to be for, where that is not what the scheme says itself. */
  readonly audiences?: readonly string[] | undefined
}

/** What a challenge may say. */
export interface ChallengeDetails {
  /** The name of the application. */
  readonly realm: string
  /** A code of RFC 6750 or 9470, such as `invalid_token`. */
  readonly error?: string | undefined
  readonly scope?: string | undefined
  /** Further parameters by name, such as `max_age` or `resource_metadata`. */
  readonly [parameter: string]: string | undefined
}

/** What all schemes take: whom credentials become, and what they allow. */
export interface SchemeOptions<C> {
  /**
   * Returns the application's own object for a caller; called for each request. `claims` is what the credential says,
   * `verified` the principal that the scheme made of it, with id, issuer, scopes and roles. Null refuses the caller.
   */
  readonly principal?: (
    claims: C,
    verified: Principal,
  ) => Principal | null | Promise<Principal | null>
  /** Gives every scope to the scheme's callers, who act for themselves. */
  readonly scopes?: 'all'
}

/** One way to know who calls. `C` is what its credentials say. */
export abstract class Scheme<C extends object = Readonly<Record<string, unknown>>> {
  readonly #options: SchemeOptions<C>

  constructor({ principal, scopes }: SchemeOptions<C> = {}) {
    this.#options = { ...(principal && { principal }), ...(scopes && { scopes }) }
  }

  /** Where the credential stands. It also determines `Vary`. */
  abstract readonly reads: CredentialPlace

  /** True if `authenticate` gives objects of `Principal` itself, never of a class that extends it. */
  protected get makesPrincipals(): boolean {
    return false
  }

  /** True if no caller is of a class of the application, because nothing turns callers into its objects. */
  get givesPrincipals(): boolean {
    return this.makesPrincipals && !this.#options.principal
  }

  /** The classes that the scheme supplies to parameters by `prepare`. */
  get provides(): readonly Class[] {
    return []
  }

  /** The authorization servers (OAuth 2) whose tokens it takes, by issuer; undefined for a scheme of another kind. */
  get authorizationServers(): readonly string[] | undefined {
    return undefined
  }

  /** What an authorization server says about itself (RFC 8414). */
  describeServer?(issuer: string): Promise<Readonly<Record<string, unknown>>>

  /**
   * Called once at boot, and throws what is wrong with the configuration. `get` gives services of the container, and is
   * asked only while a request is answered.
   */
  attach?(config: Config, get: Resolver['get']): void

  /** Whether a credential is one of this scheme by its form, asked where several read the same place. */
  claims(_credential: string): boolean {
    return true
  }

  /** Who the credential belongs to. Throws, or rejects with, `CredentialRefused`, or `AuthenticationUnavailable`. */
  abstract authenticate(credential: Credential): Principal | Promise<Principal>

  /**
   * Called once for a request, ahead of its credential, where the scheme is accepted or something takes what it
   * provides: `request.provide(Session, …)`.
   */
  prepare?(request: HttpRequest): void | Promise<void>

  /** One challenge for `WWW-Authenticate`; undefined for none. */
  challenge(details: ChallengeDetails): string | undefined {
    return `${challengeWord(this.reads)} ${challengeParameters(details)}`
  }

  /** The scheme as an entry of `securitySchemes`. */
  openApi(): Readonly<Record<string, unknown>> {
    const { reads } = this
    if ('header' in reads) return { type: 'apiKey', in: 'header', name: reads.header }
    if ('authorization' in reads) {
      return { type: 'http', scheme: wordsOf(reads)[0]?.toLowerCase() }
    }
    const { cookie } = reads
    return { type: 'apiKey', in: 'cookie', name: typeof cookie === 'string' ? cookie : 'session' }
  }

  /** The caller as the application knows it. `name` is that of the scheme. */
  admit(verified: Principal, name: string): Principal | Promise<Principal> {
    const { principal, scopes } = this.#options
    const admit = (own: Principal | null) => {
      if (own === null) throw new CredentialRefused('the application does not know the caller')
      return vouch(own, name, verified, scopes)
    }
    const own = principal ? principal(verified.claims as C, verified) : verified
    return own instanceof Promise ? own.then(admit) : admit(own)
  }
}

/** The words of `Authorization` that a scheme reads; none for one that reads another place. */
export function wordsOf(reads: CredentialPlace): readonly string[] {
  return 'authorization' in reads ? [reads.authorization].flat() : []
}

/** The word of a challenge for credentials that stand in a place. */
function challengeWord(reads: CredentialPlace): string {
  if ('header' in reads) return 'ApiKey'
  return wordsOf(reads)[0] ?? 'Session'
}

/** The parameters of a challenge, quoted. */
export function challengeParameters(details: ChallengeDetails): string {
  return Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${quotable(value as string)}"`)
    .join(', ')
}

/** A quoted string of a header holds no control characters, and quotes and backslashes behind a backslash. */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, '?').replaceAll(/["\\]/gu, '\\$&')
}
