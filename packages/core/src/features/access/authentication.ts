import { parseSize } from '../../base/config/units.ts'
import type { Config } from '../../base/config/config.ts'
import type { Resolver } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { declareSuppliedFamily } from '../../base/container/supplied.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { InvalidAuthentication } from './errors.ts'
import { localPrincipal, Principal } from './principal.ts'
import { Scheme, schemeNamesOf } from './scheme.ts'

/** The schemes by name. Decorators and OpenAPI documents use these names. */
export type Schemes = Readonly<Record<string, Scheme<never>>>

/** The description of a scope. */
export interface ScopeMeaning {
  /** A description for humans. */
  readonly text?: string
  /** The scopes that this one includes. */
  readonly implies?: readonly string[]
}

/** Options for agents that connect over HTTP. */
export interface McpAccessOptions {
  /**
   * The names of the accepted schemes, which must not read a cookie. Default: the OAuth schemes if there are any, else
   * all schemes that do not read a cookie.
   */
  readonly schemes?: readonly string[]
  readonly audience?: string
  /** The scopes in challenges that are not about a specific operation. Default: the scopes that all operations need. */
  readonly scopes?: readonly string[]
  readonly authorizationServers?: readonly string[]
  /** True to let agents without a credential use everything that is `@Public()`. */
  readonly anonymous?: boolean
  /**
   * The visibility of tools and resources. Those for which the caller lacks a role, or which a
   * custom requirement denies, are always hidden. `granted` also hides those for which the caller
   * lacks a scope.
   */
  readonly visibility?: 'granted'
}

/** Options that apply to all schemes of an application. */
export interface AccessOptions {
  /**
   * The access to operations without a decorator. Default: `authenticated`. `explicit` makes a missing decorator an
   * error at boot.
   */
  readonly default?: 'authenticated' | 'public' | 'explicit'
  /** All scopes of the application. If set, any other scope in a decorator is an error at boot. */
  readonly scopes?: Readonly<Record<string, ScopeMeaning>>
  readonly mcp?: McpAccessOptions
  /** The maximum size of a credential, in bytes or as a string. Default: `8KiB`. */
  readonly maxCredentialBytes?: number | string
}

/** Options for an `Authentication` that is created in code. */
export interface AuthenticationOptions extends AccessOptions {
  readonly schemes: Schemes
}

/**
 * The authentication of an application. Applications export a subclass with a static `schemes`; tests, and kernels
 * created in code, register an instance. If an application has an `Authentication`, operations without an access
 * decorator require authentication by default.
 */
export class Authentication {
  readonly schemes: ReadonlyMap<string, Scheme<never>>
  readonly default: 'authenticated' | 'public' | 'explicit'
  readonly scopes: ReadonlyMap<string, ScopeMeaning> | undefined
  readonly mcp: McpAccessOptions
  readonly maxCredentialBytes: number
  readonly #implying = new Map<string, readonly string[]>()

  /** Throws `InvalidAuthentication` if the options are invalid. */
  constructor(options: AuthenticationOptions) {
    this.schemes = new Map(Object.entries(options.schemes))
    this.default = options.default ?? 'authenticated'
    this.scopes = options.scopes && new Map(Object.entries(options.scopes))
    this.mcp = options.mcp ?? {}
    this.maxCredentialBytes = parseSize(options.maxCredentialBytes ?? '8KiB')
    this.#refuseUnusable()
  }

  /**
   * Returns the schemes of the application; override it. Called once at boot. `get` resolves services of the container.
   * Schemes may call `get` only while they handle a request.
   */
  static schemes(_config: Config, _get: Resolver['get']): Schemes {
    return {}
  }

  /** Returns all options except the schemes; override it. */
  static options(_config: Config): AccessOptions {
    return {}
  }

  /** Returns a scope, followed by the scopes that include it. */
  implying(scope: string): readonly string[] {
    let found = this.#implying.get(scope)
    if (!found) this.#implying.set(scope, (found = this.#findImplying(scope)))
    return found
  }

  #refuseUnusableForAgents(): void {
    const { schemes, scopes = [] } = this.mcp
    const isUsable = (name: string) => {
      const scheme = this.schemes.get(name)
      return scheme && !('cookie' in scheme.reads)
    }
    if (schemes && !(schemes.length > 0 && schemes.every(isUsable))) {
      throw new InvalidAuthentication(
        `The option mcp.schemes of Authentication is [${schemes.join(', ')}], but agents need declared schemes that do not read a cookie. List only such schemes, or omit the option.`,
      )
    }
    const invalid = scopes.find((name) => !isScope(name))
    if (invalid === undefined) return
    throw new InvalidAuthentication(
      `The scope "${invalid}" in mcp.scopes of Authentication ${invalidScopeReason}.`,
    )
  }

  #findImplying(scope: string): readonly string[] {
    const found = new Set([scope])
    for (const each of found) {
      for (const [name, { implies = [] }] of this.scopes ?? []) {
        if (implies.includes(each)) found.add(name)
      }
    }
    return [...found]
  }

  #refuseUnusable(): void {
    if (this.schemes.size === 0) {
      throw new InvalidAuthentication(
        'Authentication defines no schemes, so no caller can be authenticated. Define one: static schemes() { return { user: jwt({ … }) } }.',
      )
    }
    const seen = new Map<Scheme<never>, string>()
    for (const [name, scheme] of this.schemes) {
      if (!(scheme instanceof Scheme)) {
        throw new InvalidAuthentication(
          `The scheme "${name}" of Authentication is invalid: it must be an instance of Scheme.`,
        )
      }
      if (!/^[\w.-]+$/u.test(name)) {
        throw new InvalidAuthentication(
          `The name "${name}" of a scheme is not valid in an API document. Use letters, digits, "-", "_" and ".".`,
        )
      }
      const first = seen.get(scheme)
      if (first !== undefined) {
        throw new InvalidAuthentication(
          `The schemes "${first}" and "${name}" are the same object. Create one for each name.`,
        )
      }
      seen.set(scheme, name)
      if (schemeNamesOf(scheme.reads).some((each) => !token.test(each))) {
        throw new InvalidAuthentication(
          `The scheme "${name}" has an invalid prefix. Use one word of letters, digits and "-", as in the Authorization header.`,
        )
      }
    }
    this.#refuseUnusableForAgents()
    const known = this.scopes
    for (const [name, { implies = [] }] of known ?? []) {
      const invalid = [name, ...implies].find((each) => !isScope(each) || !known?.has(each))
      if (invalid === undefined) continue
      const problem = isScope(invalid)
        ? 'is implied by another scope, but not defined'
        : invalidScopeReason
      throw new InvalidAuthentication(`The scope "${invalid}" of Authentication ${problem}.`)
    }
  }
}

declareSuppliedFamily(
  Principal,
  'Register an Authentication: export class … extends Authentication { static schemes() { … } }',
  {
    source: Authentication,
    local: () => localPrincipal,
    availability: 'The caller is only available from the stage "handle" on.',
  },
)

const token = /^[!#$%&'*+.^_`|~\w-]+$/u

const invalidScopeReason = 'has a character that RFC 6749 does not allow, such as a space'

/** True if a string is a valid scope (RFC 6749, 3.3). */
export function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/u.test(text)
}

/**
 * Returns the registered `Authentication`, or else one created from the exported subclass; undefined if neither exists.
 * Throws `InvalidAuthentication`.
 */
export function findAuthentication(
  container: Container,
  config: Config,
  classes: Iterable<Class>,
): Authentication | undefined {
  return container.has(Authentication)
    ? container.get(Authentication)
    : declaredAuthentication(container, config, classes)
}

/** Attaches the schemes to the application, before it serves requests. Throws if their configuration is invalid. */
export function attachSchemes(
  { schemes }: Authentication,
  container: Container,
  config: Config,
): void {
  for (const scheme of schemes.values()) scheme.attach?.(config, (token) => container.get(token))
}

/**
 * Creates the `Authentication` from the exported subclass. Returns undefined if there is no subclass, or if an object
 * is registered, which takes precedence. Throws `InvalidAuthentication`.
 */
export function declaredAuthentication(
  container: Container,
  config: Config,
  classes: Iterable<Class>,
): Authentication | undefined {
  const found = Array.from(classes).filter(isDeclared)
  if (found.length > 1) {
    const names = found.map(({ name }) => name).join(' and ')
    throw new InvalidAuthentication(`${names} extend Authentication. Keep one.`)
  }
  const [type] = found
  if (!type || container.has(Authentication)) return undefined
  const schemes = type.schemes(config, (token) => container.get(token))
  return new Authentication({ ...type.options(config), schemes })
}

function isDeclared(type: Class): type is typeof Authentication {
  return type.prototype instanceof Authentication
}
