import { HttpError } from '../message/http-error.ts'
import type { AccessPlan } from './access-plan.ts'
import { Denied, notAllowed } from './denied.ts'
import type { CredentialRefused } from './errors.ts'
import { mergeChallenges } from './merge-challenges.ts'
import type { ChallengeDetails, Scheme } from './scheme.ts'

/** The parameters of a challenge except the realm. */
type Details = Omit<ChallengeDetails, 'realm'>

/** The reason to refuse a call, with the error for the response. */
export class Refusal {
  /** The reason for the log. It contains no data of the request. */
  readonly reason: string
  readonly error: HttpError
  /** The scopes that would allow the call. */
  readonly scopes: readonly string[]
  /** True if the guarded tool is hidden from agents, because no scope would allow the call. */
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

/** Challenge parameters of a protected resource (RFC 9728). The bodies of its refusals are error codes. */
export interface ResourceChallenge {
  /** The URL of its metadata, or undefined if it has no metadata. */
  readonly metadata: string | undefined
  /** The scopes that a caller asks for by default. */
  readonly scopes: () => readonly string[]
}

/** Creates the refusals of one application. */
export class Refusals {
  readonly #realm: string
  readonly #resource: ResourceChallenge | undefined

  /** `realm` is the name of the application. */
  constructor(realm: string, resource?: ResourceChallenge) {
    this.#realm = realm
    this.#resource = resource
  }

  /** The request has no credential of an accepted scheme. */
  missing(plan: AccessPlan): Refusal {
    const error = this.#error(401, 'Authentication is required.', plan, {}, () => false)
    return new Refusal('no credential', error)
  }

  malformed(plan: AccessPlan): Refusal {
    const details = { error: 'invalid_request' }
    const error = this.#error(400, 'The credentials are malformed.', plan, details, isOfHeader)
    return new Refusal('malformed credentials', error)
  }

  refused(plan: AccessPlan, scheme: Scheme<never>, refused: CredentialRefused): Refusal {
    const { error: code = 'invalid_token', parameters, headers } = refused.options
    const details = { error: code, ...parameters }
    const message = 'The credentials are not accepted.'
    const error = this.#error(401, message, plan, details, (each) => each === scheme, headers)
    return new Refusal(refused.message, error)
  }

  /** The caller has to sign in again (RFC 9470). */
  stale(plan: AccessPlan, seconds: number): Refusal {
    const details = { error: 'insufficient_user_authentication', max_age: `${seconds}` }
    const error = this.#error(401, 'Authentication is required.', plan, details, isOfHeader)
    return new Refusal('signed in too long ago', error)
  }

  /** The caller lacks scopes. `scopes` are all scopes that the operation needs. */
  scope(plan: AccessPlan, scopes: readonly string[], text = notAllowed): Refusal {
    const details = { error: 'insufficient_scope', scope: scopes.join(' ') }
    const error = this.#error(403, text, plan, details, isOfHeader)
    return new Refusal('missing scope', error, { scopes })
  }

  /** A denial that another credential would not change. */
  denied(reason: string, text = notAllowed): Refusal {
    return new Refusal(reason, new Denied(text))
  }

  /** Like `denied`, and also hides the tool from agents. */
  hiding(reason: string, text = notAllowed): Refusal {
    return new Refusal(reason, new Denied(text), { hides: true })
  }

  hidden(reason: string, text: string): Refusal {
    return new Refusal(reason, new HttpError(404, text, { headers: noStore }))
  }

  #error(
    status: number,
    message: string,
    { parts: { schemes } }: AccessPlan,
    details: Details,
    isAbout: (scheme: Scheme<never>) => boolean,
    headers: Readonly<Record<string, string>> = {},
  ): HttpError {
    const challenges = [...schemes.values()]
      .map((scheme) =>
        scheme.challenge({
          realm: this.#realm,
          ...(status === 401 && this.#asked(scheme)),
          ...(isAbout(scheme) && details),
          ...this.#found(scheme),
        }),
      )
      .filter((challenge) => challenge !== undefined)
    const sorted = mergeChallenges(challenges).toSorted((one, other) => order(one) - order(other))
    const challenge = sorted.length > 0 ? { 'www-authenticate': sorted.join(', ') } : {}
    const text = this.#resource ? (details['error'] ?? 'unauthorized') : message
    return new HttpError(status, text, { headers: { ...noStore, ...challenge, ...headers } })
  }

  /** The scopes that the first challenge asks for. */
  #asked({ authorizationServers }: Scheme<never>): Details {
    const scopes = authorizationServers ? (this.#resource?.scopes() ?? []) : []
    return scopes.length > 0 ? { scope: scopes.join(' ') } : {}
  }

  #found({ authorizationServers }: Scheme<never>): Details {
    const metadata = authorizationServers && this.#resource?.metadata
    return metadata === undefined ? {} : { resource_metadata: metadata }
  }
}

const noStore = { 'cache-control': 'no-store' }

/** Sorts `Bearer` first, because some clients read only the first challenge. */
function order(challenge: string): number {
  return challenge.startsWith('Bearer ') ? 0 : 1
}

function isOfHeader({ reads }: Scheme<never>): boolean {
  return 'authorization' in reads
}
