import { HttpError } from '../../http/message/http-error.ts'
import type { AccessRule } from './access-rule.ts'
import { Denied, notAllowed, type CredentialRefused } from './errors.ts'
import { mergeChallenges } from './merge-challenges.ts'
import type { ChallengeDetails, Scheme } from './scheme.ts'

/** The parameters of a challenge except the realm. */
type Details = Omit<ChallengeDetails, 'realm'>

/** The reason why a call is rejected, and the error for the response. */
export class Refusal {
  /** The reason for the log. It contains no data of the request. */
  readonly reason: string
  readonly error: HttpError
  /** The scopes with which the call would be allowed. */
  readonly scopes: readonly string[]
  /** True if the tool or resource is hidden from agents, because no scope would allow the call. */
  readonly hides: boolean

  constructor(
    reason: string,
    error: HttpError,
    { scopes = [], hides = false }: Partial<Pick<Refusal, 'scopes' | 'hides'>> = {},
  ) {
    this.reason = reason
    this.error = error
    this.scopes = scopes
    this.hides = hides
  }
}

/** A protected resource (RFC 9728). In its responses with a challenge, the message is an error code. */
interface ProtectedUrl {
  /** The URL of its metadata, if it is published. */
  readonly metadata: string | undefined
  /** Returns the scopes that a client should request by default. */
  readonly scopes: () => readonly string[]
}

/** The data that is the same in all challenges of a guard. */
export interface ChallengeSource {
  /** The name of the application. */
  readonly realm: string
  readonly resource?: ProtectedUrl
}

/** Returns the refusal of a request that has no credential of an accepted scheme. */
export function missingCredential(rule: AccessRule, source: ChallengeSource): Refusal {
  const error = challenge(401, 'Authentication is required.', rule, source, {}, () => false)
  return new Refusal('no credential', error)
}

export function malformedCredential(rule: AccessRule, source: ChallengeSource): Refusal {
  const details = { error: 'invalid_request' }
  const error = challenge(400, 'The credentials are malformed.', rule, source, details, isOfHeader)
  return new Refusal('malformed credentials', error)
}

export function refusedCredential(
  rule: AccessRule,
  source: ChallengeSource,
  scheme: Scheme<never>,
  refused: CredentialRefused,
): Refusal {
  const { error: code = 'invalid_token', parameters, headers } = refused.options
  const details = { error: code, ...parameters }
  const message = 'The credentials are not accepted.'
  const isAbout = (each: Scheme<never>) => each === scheme
  const error = challenge(401, message, rule, source, details, isAbout, headers)
  return new Refusal(refused.message, error)
}

/** Returns the refusal of a caller who has to sign in again (RFC 9470). */
export function staleSignIn(rule: AccessRule, source: ChallengeSource, seconds: number): Refusal {
  const details = { error: 'insufficient_user_authentication', max_age: `${seconds}` }
  const error = challenge(
    401,
    'A more recent sign-in is required.',
    rule,
    source,
    details,
    isOfHeader,
  )
  return new Refusal('signed in too long ago', error)
}

/** Returns the refusal of a caller who lacks scopes. `scopes` are all scopes that the operation needs. */
export function missingScopes(
  rule: AccessRule,
  source: ChallengeSource,
  scopes: readonly string[],
  text = notAllowed,
): Refusal {
  const details = { error: 'insufficient_scope', scope: scopes.join(' ') }
  const error = challenge(403, text, rule, source, details, isOfHeader)
  return new Refusal('missing scope', error, { scopes })
}

/**
 * Returns the refusal of a caller who cannot get access with other scopes. `hides` also hides the tool or resource from
 * agents.
 */
export function deniedCall(reason: string, hides: boolean, text = notAllowed): Refusal {
  return new Refusal(reason, new Denied(text), { hides })
}

/** Returns the refusal of a caller who must not learn that the resource exists. */
export function hiddenCall(reason: string, text: string): Refusal {
  return new Refusal(reason, new HttpError(404, text, { headers: noStore }))
}

/**
 * Creates an error with a challenge for each accepted scheme. `details` are added to the challenges of the schemes that
 * `isAbout` selects.
 */
function challenge(
  status: number,
  message: string,
  { schemes }: AccessRule,
  { realm, resource }: ChallengeSource,
  details: Details,
  isAbout: (scheme: Scheme<never>) => boolean,
  headers: Readonly<Record<string, string>> = {},
): HttpError {
  const challenges = [...schemes.values()]
    .map((scheme) =>
      scheme.challenge({
        realm,
        ...(status === 401 && defaultScopes(scheme, resource)),
        ...(isAbout(scheme) && details),
        ...metadataOf(scheme, resource),
      }),
    )
    .filter((each) => each !== undefined)
  const sorted = mergeChallenges(challenges).toSorted((one, other) => rank(one) - rank(other))
  const challengeHeader = sorted.length > 0 ? { 'www-authenticate': sorted.join(', ') } : {}
  const text = resource ? (details['error'] ?? 'unauthorized') : message
  return new HttpError(status, text, { headers: { ...noStore, ...challengeHeader, ...headers } })
}

/** Returns the `scope` parameter of a 401 challenge: the scopes that a client should request by default. */
function defaultScopes(
  { authorizationServers }: Scheme<never>,
  resource: ProtectedUrl | undefined,
): Details {
  const scopes = authorizationServers ? (resource?.scopes() ?? []) : []
  return scopes.length > 0 ? { scope: scopes.join(' ') } : {}
}

function metadataOf(
  { authorizationServers }: Scheme<never>,
  resource: ProtectedUrl | undefined,
): Details {
  const metadata = authorizationServers && resource?.metadata
  return metadata === undefined ? {} : { resource_metadata: metadata }
}

const noStore = { 'cache-control': 'no-store' }

/** Sorts `Bearer` first, because some clients read only the first challenge. */
function rank(text: string): number {
  return text.startsWith('Bearer ') ? 0 : 1
}

function isOfHeader({ reads }: Scheme<never>): boolean {
  return 'authorization' in reads
}
