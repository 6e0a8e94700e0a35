/** The names that somebody holds; `all` is every one. */
export type Held = readonly string[] | 'all'

/** What is known of a caller. */
export interface PrincipalOptions {
  /** Of the caller, within its issuer. */
  readonly id: string
  /** Who vouches for the id; absent where it is the application. */
  readonly issuer?: string | undefined
  readonly tenant?: string | undefined
  /** The client that acts for the caller. */
  readonly clientId?: string | undefined
  readonly scopes?: Held | undefined
  readonly roles?: Held | undefined
  /** What the credential says. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly authenticatedAt?: Date | undefined
  readonly expiresAt?: Date | undefined
}

/**
 * Who calls; a parameter of this type, or of a class that extends it, receives the caller. What its constructor leaves
 * out is taken from the credential, the id and the issuer apart.
 */
export class Principal {
  readonly id: string
  declare readonly issuer?: string
  declare readonly tenant?: string
  declare readonly clientId?: string
  /** The name of the scheme that has let the caller in; empty where none has. */
  declare readonly scheme: string
  declare readonly scopes: Held
  declare readonly roles: Held
  declare readonly authenticatedAt?: Date
  declare readonly expiresAt?: Date

  constructor(options: PrincipalOptions) {
    this.id = options.id
    if (options.issuer !== undefined) this.issuer = options.issuer
    const record = { own: options, claims: none, isVouched: false, grant: undefined }
    records.set(this, record)
    fill(this, record, '', options)
  }

  /** What the credential says; not enumerable. */
  get claims(): Readonly<Record<string, unknown>> {
    return recordOf(this).claims
  }

  /** Issuer and id: what accounts and the like are stored by. */
  get key(): string {
    return `${(this.issuer ?? '').replaceAll('#', '%23')}#${this.id}`
  }
}

type Rest = Omit<PrincipalOptions, 'id' | 'issuer'>

/** What is known of a principal besides its fields. */
interface PrincipalRecord {
  /** What its constructor was given. */
  readonly own: Rest
  claims: Readonly<Record<string, unknown>>
  isVouched: boolean
  /** What the scheme has granted in addition. */
  grant: 'all' | undefined
}

const none = Object.freeze({})

/** No private field: a copy has to have one too. */
const records = new WeakMap<Principal, PrincipalRecord>()

function recordOf(principal: Principal): PrincipalRecord {
  return records.get(principal) as PrincipalRecord
}

/**
 * The principal as a scheme has let it in. What it does not say itself comes from the credential. An object that has come
 * before with another credential is copied: two requests of one caller may come with different ones.
 */
export function vouch(
  principal: Principal,
  scheme: string,
  credential: Rest,
  grant?: 'all',
): Principal {
  const known = recordOf(principal)
  const isOwn = credential === principal
  if (known.isVouched && isOwn && principal.scheme === scheme && known.grant === grant) {
    return principal
  }
  const own = known.isVouched ? copyOf(principal) : principal
  const record = known.isVouched ? recordOf(own) : known
  record.isVouched = true
  record.grant = grant
  // What another scheme has given to the same object is not what it says itself.
  return fill(own, record, scheme, isOwn ? record.own : credential)
}

function fill<P extends Principal>(
  principal: P,
  record: PrincipalRecord,
  scheme: string,
  credential: Rest,
): P {
  const { own, grant } = record
  const fields = principal as unknown as Record<string, unknown>
  fields['scheme'] = scheme
  fields['scopes'] = grant ?? own.scopes ?? credential.scopes ?? nothing
  fields['roles'] = own.roles ?? credential.roles ?? nothing
  for (const name of others) {
    const value = own[name] ?? credential[name]
    if (value !== undefined) fields[name] = value
    else if (name in fields) delete fields[name]
  }
  record.claims = own.claims ?? credential.claims ?? none
  return principal
}

const nothing: readonly string[] = Object.freeze([])
const others = ['tenant', 'clientId', 'authenticatedAt', 'expiresAt'] as const

function copyOf<P extends Principal>(principal: P): P {
  const copy = Object.create(
    Object.getPrototypeOf(principal),
    Object.getOwnPropertyDescriptors(principal),
  ) as P
  records.set(copy, { ...recordOf(principal) })
  return copy
}

/** Whoever runs the program: commands and jobs, and agents over stdio that bring no token. */
export class LocalPrincipal extends Principal {
  constructor({ scopes, roles }: { readonly scopes: Held; readonly roles: Held }) {
    super({ id: 'local', scopes, roles })
  }
}

/** Who calls commands and jobs. */
export const localPrincipal = new LocalPrincipal({ scopes: 'all', roles: 'all' })

/** Whether somebody holds a name. */
export function holds(held: Held, name: string): boolean {
  return held === 'all' || held.includes(name)
}
