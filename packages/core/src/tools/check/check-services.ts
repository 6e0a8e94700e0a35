import { readFileSync } from 'node:fs'
import type { Config } from '../../base/config/config.ts'
import { ConnectionAttribute, isNameable, named } from '../../base/config/connection-decorator.ts'
import { databaseNames } from '../../base/config/database-keys.ts'
import { defaultBindingOf, isRequestClass, type Token } from '../../base/container/binding.ts'
import type { Link } from '../../base/container/chain.ts'
import { chosenDependency } from '../../base/container/chosen-token.ts'
import type { Container } from '../../base/container/container.ts'
import { toDependency } from '../../base/container/dependency.ts'
import { UnresolvableDependency } from '../../base/container/errors.ts'
import {
  circularDependency,
  unregisteredProblem,
  type Problem,
} from '../../base/container/problem.ts'
import { isSupplied } from '../../base/container/supplied.ts'
import { readRoots } from '../../base/discovery/roots.ts'
import { sourceFiles } from '../../base/discovery/source-files.ts'
import { attempt } from '../../base/reflection/attempt.ts'
import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import { isDescribed, reflect } from '../../base/reflection/reflect.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import { allNear } from '../console/nearest.ts'

interface Application {
  readonly folder: string
  readonly container: Container
  readonly config: Config
}

/**
 * Records constructor parameters that no registration could provide: interfaces, strings and other
 * values, unreadable types, circular dependencies, and databases that are not configured. Leaves
 * out services that the application may register itself: their names occur in `src/bootstrap.ts`,
 * or in a module that mentions a container.
 */
export function checkServices(app: Application, services: Iterable<Token>): void {
  const checker = new ServiceChecker(app)
  for (const token of services) checker.check(token, [{ token, type: token.name }])
}

class ServiceChecker {
  readonly #container: Container
  readonly #databases: readonly string[]
  readonly #names: ReadonlySet<string>
  readonly #checked = new Set<Token>()

  constructor({ folder, container, config }: Application) {
    this.#container = container
    this.#databases = databaseNames(config)
    this.#names = namesInRegistrations(folder)
  }

  /** Checks the constructor of a service and those of its dependencies. The service is the last item of the chain. */
  check(token: Token, chain: readonly Link[]): void {
    const outer = chain.slice(0, -1)
    if (outer.some((link) => link.token === token)) {
      const isOpen = outer.some((link) => link.token && this.#mayBeRegistered(link.token))
      return isOpen ? undefined : this.#report(chain, circularDependency(token))
    }
    if (this.#checked.has(token) || this.#isSupplied(token) || this.#mayBeRegistered(token)) return
    this.#checked.add(token)
    const { parameters, isAbstract } = reflect(token)
    if (isAbstract) return
    for (const parameter of parameters) {
      if (!parameter.rest && !canBeAbsent(parameter)) this.#checkParameter(parameter, token, chain)
    }
  }

  #checkParameter(parameter: ParameterReflection, owner: Token, chain: readonly Link[]): void {
    const { name, type, at } = parameter
    const link = { parameter: name, type: typeText(type), at }
    const dependency =
      chosenDependency(parameter) ??
      toDependency(type, name, owner, (token) => this.#container.has(token))
    if ('problem' in dependency) return this.#report([...chain, link], dependency)
    const { token } = dependency
    const near = this.#nearDatabases(parameter)
    const problem = near && unregisteredProblem(token)
    if (problem) return this.#report([...chain, { ...link, token }], problem, near)
    this.check(token, [...chain, { ...link, token }])
  }

  /**
   * Returns the databases with names similar to the one in `@Connection`. Returns undefined without `@Connection`, if
   * that database is or may be configured, or if no named database is configured.
   */
  #nearDatabases({ attributes, type }: ParameterReflection): readonly Token[] | undefined {
    const use = attributes.find((each) => each instanceof ConnectionAttribute)
    if (!use || !isNameable(type) || this.#databases.length === 0) return undefined
    const { connection } = use
    if (this.#databases.includes(connection) || this.#names.has(connection)) return undefined
    return allNear(connection, this.#databases).map((each) => type.class[named](each))
  }

  #isSupplied(token: Token): boolean {
    const isKnown = this.#container.has(token) || isSupplied(token) || isRequestClass(token)
    return isKnown || defaultBindingOf(token) !== undefined || !isDescribed(token)
  }

  #mayBeRegistered({ name }: Token): boolean {
    return this.#names.has(name)
  }

  #report(chain: readonly Link[], problem: Problem, near: readonly Token[] = []): void {
    attempt({ name: chain[0]?.type ?? '', at: '' }, () => {
      throw new UnresolvableDependency(chain, problem, near)
    })
  }
}

/**
 * Returns the names used in modules that may register services: the bootstrap, and modules that mention a container.
 */
function namesInRegistrations(folder: string): ReadonlySet<string> {
  const files = readRoots(folder).flatMap(sourceFiles)
  const texts = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return /[\\/]bootstrap\.m?ts$/u.test(file) || /\bcontainer\b/iu.test(text) ? [text] : []
  })
  return new Set(texts.flatMap((text) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []))
}

function canBeAbsent({ optional, default: given, type }: ParameterReflection): boolean {
  return optional === true || given !== undefined || type.nullable === true
}
