/** The scopes or roles of a caller; `all` includes every name. */
export type Held = readonly string[] | 'all'

/** The data of a caller. */
export interface PrincipalOptions {
  /** The id of the caller, unique per issuer. */
  readonly id: string
  /** The issuer of the id. Absent if the application issues it. */
  readonly issuer?: string | undefined
  readonly tenant?: string | undefined
  /** The client that acts for the caller. */
  readonly clientId?: string | undefined
  readonly scopes?: Held | undefined
  readonly roles?: Held | undefined
  /** The claims of the credential. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly authenticatedAt?: Date | undefined
  readonly expiresAt?: Date | undefined
}

/**
 * The authenticated caller. A parameter of this type, or of a subclass, receives it. Fields that are not passed to the
 * constructor are filled from the credential, except the id and the issuer.
 */
export class Principal {
  readonly id: string
  declare readonly issuer?: string
  declare readonly tenant?: string
  declare readonly clientId?: string
  /** The name of the scheme that authenticated the caller; empty if no scheme did. */
  declare readonly scheme: string
  declare readonly scopes: Held
  declare readonly roles: Held
  declare readonly authenticatedAt?: Date
  declare readonly expiresAt?: Date

  constructor(options: PrincipalOptions) {
    this.id = options.id
    if (options.issuer !== undefined) this.issuer = options.issuer
    const record = { options, claims: noClaims, isAuthenticated: false, grant: undefined }
    records.set(this, record)
    fill(this, record, '', options)
  }

  /** The claims of the credential. Not enumerable. */
  get claims(): Readonly<Record<string, unknown>> {
    return recordOf(this).claims
  }

  /** The issuer and id in one string, for use as a key. */
  get key(): string {
    return `${(this.issuer ?? '').replaceAll('#', '%23')}#${this.id}`
  }
}

type CredentialData = Omit<PrincipalOptions, 'id' | 'issuer'>

/** Data of a principal that is kept outside of its fields. */
interface PrincipalRecord {
  /** The options that were passed to the constructor. */
  readonly options: CredentialData
  claims: Readonly<Record<string, unknown>>
  isAuthenticated: boolean
  /** The additional scopes that the scheme grants. */
  grant: 'all' | undefined
}

const noClaims = Object.freeze({})

/** A `WeakMap` instead of a private field, because `Object.create` does not copy private fields. */
const records = new WeakMap<Principal, PrincipalRecord>()

function recordOf(principal: Principal): PrincipalRecord {
  return records.get(principal) as PrincipalRecord
}

/**
 * Returns the principal that a scheme has authenticated, with missing fields filled from the credential. If the object
 * was already used with a different credential, a copy is returned: two requests of one caller may have different
 * credentials.
 */
export function withCredential(
  principal: Principal,
  scheme: string,
  credential: CredentialData,
  grant?: 'all',
): Principal {
  const known = recordOf(principal)
  const isOwn = credential === principal
  if (known.isAuthenticated && isOwn && principal.scheme === scheme && known.grant === grant) {
    return principal
  }
  const target = known.isAuthenticated ? copyOf(principal) : principal
  const record = known.isAuthenticated ? recordOf(target) : known
  record.isAuthenticated = true
  record.grant = grant
  // Fields that another scheme has filled do not count as set by the application.
  return fill(target, record, scheme, isOwn ? record.options : credential)
}

function fill<P extends Principal>(
  principal: P,
  record: PrincipalRecord,
  scheme: string,
  credential: CredentialData,
): P {
  const { options, grant } = record
  const fields = principal as unknown as Record<string, unknown>
  fields['scheme'] = scheme
  fields['scopes'] = grant ?? options.scopes ?? credential.scopes ?? noNames
  fields['roles'] = options.roles ?? credential.roles ?? noNames
  for (const name of optionalFields) {
    const value = options[name] ?? credential[name]
    if (value !== undefined) fields[name] = value
    else if (name in fields) delete fields[name]
  }
  record.claims = options.claims ?? credential.claims ?? noClaims
  return principal
}

const noNames: readonly string[] = Object.freeze([])
const optionalFields = ['tenant', 'clientId', 'authenticatedAt', 'expiresAt'] as const

function copyOf<P extends Principal>(principal: P): P {
  const copy = Object.create(
    Object.getPrototypeOf(principal),
    Object.getOwnPropertyDescriptors(principal),
  ) as P
  records.set(copy, { ...recordOf(principal) })
  return copy
}

/**
 * The user who runs the program: the caller of commands and of other calls without a request, such
 * as jobs. Calls by agents over stdio without a token have such a caller, too.
 */
export class LocalPrincipal extends Principal {
  constructor({ scopes, roles }: { readonly scopes: Held; readonly roles: Held }) {
    super({ id: 'local', scopes, roles })
  }
}

/** The caller of commands, and of other calls without a request, such as jobs. */
export const localPrincipal = new LocalPrincipal({ scopes: 'all', roles: 'all' })

/** True if the scopes or roles of a caller include a name. */
export function includesName(names: Held, name: string): boolean {
  return names === 'all' || names.includes(name)
}

const actors = new WeakMap<object, Principal>()

/**
 * Marks a request as sent by a principal, for tests: authentication is skipped, but requirements still apply. Returns
 * the same request.
 */
export function actingAs(request: Request, principal: Principal): Request {
  actors.set(request, principal)
  return request
}

/** Returns the principal that `actingAs` has set for a request. */
export function actorOf(request: object): Principal | undefined {
  return actors.get(request)
}
