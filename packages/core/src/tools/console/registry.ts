import { AccessGuard, registeredAuthentication } from '../../features/access/access-guard.ts'
import { planRule, refuseInert, type Operation } from '../../features/access/plan-rule.ts'
import { localPrincipal } from '../../features/access/principal.ts'
import type { Container } from '../../base/container/container.ts'
import { refuseRequestDependencies } from '../../base/container/refuse-request-dependencies.ts'
import { findLocal } from '../../base/container/supplied.ts'
import { reportRefused } from '../../features/events/report-refused.ts'
import { discoverInto } from '../../base/discovery/discover-classes.ts'
import { attempt, attemptEach } from '../../base/reflection/attempt.ts'
import {
  markedMethods,
  placeOfMarked,
  type MarkedMethod,
} from '../../base/reflection/marked-methods.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { callMethod } from '../../calls/call-method.ts'
import { CommandAttribute } from './decorators.ts'
import type { ConsoleCommand } from './command.ts'
import { DuplicateCommand, InvalidCommand } from './errors.ts'
import { isInputParameter, toParameter, type CommandParameter } from './parameter.ts'

/** The commands of an application. */
export class CommandRegistry {
  readonly #commands = new Map<string, ConsoleCommand>()
  readonly #classes = new Set<Class>()

  /** The commands in alphabetical order. */
  get commands(): readonly ConsoleCommand[] {
    return [...this.#commands.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** The classes with commands. */
  get classes(): ReadonlySet<Class> {
    return this.#classes
  }

  /** Adds the methods of a class that are marked with `@Command`. Throws `InvalidCommand` or `DuplicateCommand`. */
  register(type: Class): this {
    attemptEach(markedMethods(type, isCommand, InvalidCommand), placeOfMarked, (marked) => {
      this.add(toCommand(type, marked))
      this.#classes.add(type)
    })
    return this
  }

  /** Adds a command. Throws `DuplicateCommand` if the name is taken. */
  add(command: ConsoleCommand): this {
    const taken = this.#commands.get(command.name)
    if (taken) throw new DuplicateCommand(command.name, taken.owner, command.owner)
    this.#commands.set(command.name, command)
    return this
  }

  find(name: string): ConsoleCommand | undefined {
    return this.#commands.get(name)
  }
}

/** Finds the commands of an application. */
export class CommandDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static discover(root: string | URL): Promise<CommandRegistry> {
    return discoverInto(new CommandRegistry(), root)
  }
}

function isCommand(use: object): use is CommandAttribute {
  return use instanceof CommandAttribute
}

function toCommand(
  type: Class,
  { reflection, owner, method, use }: MarkedMethod<CommandAttribute>,
): ConsoleCommand {
  const { command, description } = use
  const place = { name: owner, at: method.at }
  const parameters = attemptEach(
    method.parameters,
    ({ at }) => ({ name: owner, at }),
    (parameter) => toParameter(parameter, owner),
  )
  attempt(place, () => refuseArgumentsAfterList(parameters, owner, method.at))
  const operation = { kind: 'command', name: command, class: reflection, method } as const
  return {
    name: command,
    description: description ?? method.doc.summary ?? '',
    owner,
    parameters,
    prepare: (container) => {
      refuseRequestDependencies(container.required(type), owner, method.at)
      accessOf(operation, container)
    },
    run: async (values, container) => {
      const access = accessOf(operation, container)
      const provided = { get: findLocal }
      await access?.guard.authorize(access.rule, localPrincipal, values, provided)
      return callMethod(container, { class: type, methodName: method.name }, values, provided)
    },
  }
}

/**
 * Returns the access rule of a command and the guard that checks it; undefined if there is no `Authentication`. Throws
 * `InvalidAccess` if the rule cannot be enforced.
 */
function accessOf(operation: Operation, container: Container) {
  const authentication = registeredAuthentication(container)
  if (!authentication) return refuseInert(operation, container)
  const report = reportRefused(container)
  const guard = new AccessGuard({ container, authentication, realm: 'fw', report })
  return { guard, rule: planRule(operation, guard) }
}

function refuseArgumentsAfterList(
  parameters: readonly CommandParameter[],
  owner: string,
  at: string,
): void {
  const positional = parameters.filter(isInputParameter).filter(({ kind }) => kind === 'argument')
  const list = positional.slice(0, -1).find(({ isList }) => isList)
  if (!list) return
  const problem = `the list "${list.name}" takes all arguments that follow. Put it last, or mark it @Option().`
  throw new InvalidCommand(owner, at, problem)
}
