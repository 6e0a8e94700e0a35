/** The names that somebody holds; `all` is every one. */
export type Held = readonly string[] | 'all'

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
    records.set(this, { own: options, claims: {}, isVouched: false })
    fill(this, '', options)
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

/** What is known of a principal beside its fields. */
interface PrincipalRecord {
  /** What its constructor was given. */
  readonly own: Rest
  claims: Readonly<Record<string, unknown>>
  isVouched: boolean
}

/** No private field: a copy has to have one too. */
const records = new WeakMap<Principal, PrincipalRecord>()

function recordOf(principal: Principal): PrincipalRecord {
  return records.get(principal) as PrincipalRecord
}

/**
 * The principal as a scheme has let it in. What it does not say itself the credential says. An object that has come
 * before is copied: two requests of one caller may come with different credentials.
 */
export function vouch(
  principal: Principal,
  scheme: string,
  credential: Rest,
  scopes?: 'all',
): Principal {
  const own = recordOf(principal).isVouched ? copyOf(principal) : principal
  recordOf(own).isVouched = true
  return fill(own, scheme, credential, scopes)
}

type Writable = { -readonly [Name in keyof Principal]: Principal[Name] }

function fill(principal: Principal, scheme: string, credential: Rest, scopes?: 'all'): Principal {
  const record = recordOf(principal)
  const { own } = record
  const fields: Omit<Writable, 'key' | 'claims'> = principal
  fields.scheme = scheme
  fields.scopes = scopes ?? own.scopes ?? credential.scopes ?? []
  fields.roles = own.roles ?? credential.roles ?? []
  for (const name of others) {
    const value = own[name] ?? credential[name]
    if (value !== undefined) Object.assign(fields, { [name]: value })
    else if (Object.hasOwn(fields, name)) delete fields[name]
  }
  record.claims = own.claims ?? credential.claims ?? {}
  return principal
}

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
