import { declareSuppliedFamily } from '../container/supplied.ts'

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
  /** What the credential says; not enumerable. */
  declare readonly claims: Readonly<Record<string, unknown>>
  declare readonly authenticatedAt?: Date
  declare readonly expiresAt?: Date

  constructor({ id, issuer, ...rest }: PrincipalOptions) {
    this.id = id
    if (issuer !== undefined) this.issuer = issuer
    given.set(this, rest)
    fill(this, '', {})
  }

  /** Issuer and id: what accounts and the like are stored by. */
  get key(): string {
    return `${(this.issuer ?? '').replaceAll('#', '%23')}#${this.id}`
  }
}

declareSuppliedFamily(
  Principal,
  'Register an Authentication, which says how callers are known: export class … extends Authentication { static schemes() { … } }',
  () => localPrincipal,
)

type Rest = Omit<PrincipalOptions, 'id' | 'issuer'>

const given = new WeakMap<Principal, Rest>()
const vouched = new WeakSet<Principal>()

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
  const own = vouched.has(principal) ? copyOf(principal) : principal
  vouched.add(own)
  return fill(own, scheme, credential, scopes)
}

function fill(principal: Principal, scheme: string, credential: Rest, scopes?: 'all'): Principal {
  const own = given.get(principal) ?? {}
  define(principal, 'scheme', scheme)
  define(principal, 'scopes', scopes ?? own.scopes ?? credential.scopes ?? [])
  define(principal, 'roles', own.roles ?? credential.roles ?? [])
  for (const name of others) define(principal, name, own[name] ?? credential[name])
  define(principal, 'claims', own.claims ?? credential.claims ?? {}, false)
  return principal
}

const others = ['tenant', 'clientId', 'authenticatedAt', 'expiresAt'] as const

function define(principal: Principal, name: string, value: unknown, enumerable = true): void {
  if (value === undefined) Reflect.deleteProperty(principal, name)
  else Object.defineProperty(principal, name, { value, enumerable, configurable: true })
}

function copyOf<P extends Principal>(principal: P): P {
  const copy = Object.create(
    Object.getPrototypeOf(principal),
    Object.getOwnPropertyDescriptors(principal),
  ) as P
  given.set(copy, given.get(principal) ?? {})
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
