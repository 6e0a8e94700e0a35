import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Config } from '../../base/config/config.ts'
import type { Resolver } from '../../base/container/binding.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { withCredential, type Principal } from './principal.ts'
import { CredentialRefused } from './errors.ts'

/**
 * The place from which a scheme reads its credential: `Authorization` with one of these prefixes, a custom header, or
 * a cookie whose name may depend on the request.
 */
export type CredentialPlace =
  | { readonly authorization: string | readonly string[] }
  | { readonly header: string }
  | { readonly cookie: string | ((request: HttpRequest) => string) }

/** The credential that a scheme verifies. */
export interface Credential {
  /** The credential as sent, without the prefix in `Authorization`. */
  readonly text: string
  /**
   * The prefix in `Authorization`, with the scheme's capitalization; undefined if the credential comes from elsewhere.
   */
  readonly word: string | undefined
  /** The request that contains the credential; undefined over stdio. */
  readonly request: HttpRequest | undefined
  /** The required audiences, if they differ from those of the scheme. */
  readonly audiences?: readonly string[] | undefined
}

/** The parameters of a challenge. */
export interface ChallengeDetails {
  /** The name of the application. */
  readonly realm: string
  /** An error code, such as `invalid_token` of RFC 6750. */
  readonly error?: string | undefined
  readonly scope?: string | undefined
  /** More parameters by name, such as `max_age` or `resource_metadata`. */
  readonly [parameter: string]: string | undefined
}

/** Options that all schemes have. */
export interface SchemeOptions<C> {
  /**
   * Returns the application's own object for a caller. Called for each request with the claims of the credential and
   * `verified`, the principal with id, issuer, scopes and roles. Null rejects the caller.
   */
  readonly principal?: (claims: C, verified: Principal) => MaybePromise<Principal | null>
  /** Grants all scopes to the callers of the scheme. */
  readonly scopes?: 'all'
}

/** A way to authenticate callers. `C` is the type of the claims. */
export abstract class Scheme<C extends object = Readonly<Record<string, unknown>>> {
  readonly #options: SchemeOptions<C>

  constructor({ principal, scopes }: SchemeOptions<C> = {}) {
    this.#options = { ...(principal && { principal }), ...(scopes && { scopes }) }
  }

  /** The place from which the scheme reads the credential. It also determines `Vary`. */
  abstract readonly reads: CredentialPlace

  /** True if `authenticate` always creates a `Principal`, never an instance of a subclass. */
  protected get makesPrincipals(): boolean {
    return false
  }

  /** True if the callers are plain `Principal` objects, because the option `principal` is not set. */
  get givesPrincipals(): boolean {
    return this.makesPrincipals && !this.#options.principal
  }

  /** The classes that `prepare` provides for parameters. */
  get provides(): readonly Class[] {
    return []
  }

  /**
   * The issuers of the OAuth 2 authorization servers whose tokens are accepted; undefined if the scheme does not use
   * OAuth 2.
   */
  get authorizationServers(): readonly string[] | undefined {
    return undefined
  }

  /** Returns the metadata of an authorization server (RFC 8414). */
  describeServer?(issuer: string): Promise<Readonly<Record<string, unknown>>>

  /**
   * Called once at boot. Throws if the configuration is invalid. `get` resolves services of the container. Schemes may
   * call `get` only while they handle a request.
   */
  attach?(config: Config, get: Resolver['get']): void

  /** Returns true if a credential has the format of this scheme. Called if several schemes have the same prefix. */
  claims(_credential: string): boolean {
    return true
  }

  /**
   * Verifies a credential and returns its principal. Throws or rejects with `CredentialRefused` or
   * `AuthenticationUnavailable`.
   */
  abstract authenticate(credential: Credential): MaybePromise<Principal>

  /**
   * Called once per request, before its credential is read, if the scheme is accepted, or if the
   * method, its class or its middleware takes a class in `provides`. Provides objects of these
   * classes with `request.provide(Session, …)`.
   */
  prepare?(request: HttpRequest): MaybePromise<void>

  /** Returns a challenge for `WWW-Authenticate`; undefined for no challenge. */
  challenge(details: ChallengeDetails): string | undefined {
    return `${challengeScheme(this.reads)} ${challengeParameters(details)}`
  }

  /** Returns the entry of the scheme in `securitySchemes`. */
  openApi(): Readonly<Record<string, unknown>> {
    const { reads } = this
    if ('header' in reads) return { type: 'apiKey', in: 'header', name: reads.header }
    if ('authorization' in reads) return describeAuthorization(schemeNamesOf(reads))
    const { cookie } = reads
    return { type: 'apiKey', in: 'cookie', name: typeof cookie === 'string' ? cookie : 'session' }
  }

  /** Returns the application's object for a verified principal. `name` is the name of the scheme. */
  admit(verified: Principal, name: string): MaybePromise<Principal> {
    const { principal, scopes } = this.#options
    const admit = (principalObject: Principal | null) => {
      if (principalObject === null)
        throw new CredentialRefused('the option principal returned null')
      return withCredential(principalObject, name, verified, scopes)
    }
    const principalObject = principal ? principal(verified.claims as C, verified) : verified
    return andThen(principalObject, admit)
  }
}

/** Returns the prefixes in `Authorization` that a scheme reads; an empty list if it reads from elsewhere. */
export function schemeNamesOf(reads: CredentialPlace): readonly string[] {
  return 'authorization' in reads ? [reads.authorization].flat() : []
}

/** Prefixes that are registered HTTP authentication schemes. */
const knownPrefixes = /^(?:basic|bearer|digest|dpop)$/iu

/**
 * Describes an `Authorization` header by one of the `knownPrefixes`, or else as an API key that begins with the prefix.
 */
function describeAuthorization(words: readonly string[]): Readonly<Record<string, unknown>> {
  const known = words.find((word) => knownPrefixes.test(word))
  if (known !== undefined) return { type: 'http', scheme: known.toLowerCase() }
  const description = `The value begins with "${words[0]} ".`
  return { type: 'apiKey', in: 'header', name: 'Authorization', description }
}

/** Returns the scheme name for a challenge. */
function challengeScheme(reads: CredentialPlace): string {
  if ('header' in reads) return 'ApiKey'
  return schemeNamesOf(reads)[0] ?? 'Session'
}

/** Formats the parameters of a challenge with quotes. */
export function challengeParameters(details: ChallengeDetails): string {
  return Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${quotable(value as string)}"`)
    .join(', ')
}

/**
 * Escapes a string for a quoted header value: backslash escapes for quotes and backslashes, `?` for control characters
 * and for characters that are not ASCII.
 */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, '?').replaceAll(/["\\]/gu, '\\$&')
}
