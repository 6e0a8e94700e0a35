import { MethodAdmission } from '../access/method-admission.ts'
import { localPrincipal } from '../access/principal.ts'
import type { Resolver } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { refuseNeeds } from '../container/refuse-needs.ts'
import { findLocal } from '../container/supplied.ts'
import { reportRefused } from '../events/report-refused.ts'
import { invokeInScope } from '../container/invoke.ts'
import { discoverInto } from '../discovery/discover-classes.ts'
import { attempt, attemptAll, attemptEach } from '../reflection/attempt.ts'
import { markedMethods, placeOfMarked, type MarkedMethod } from '../reflection/marked-methods.ts'
import type { Class } from '../reflection/type-info.ts'
import { CommandAttribute } from './attributes.ts'
import type { ConsoleCommand } from './command.ts'
import { DuplicateCommand, InvalidCommand } from './errors.ts'
import { isGiven, toParameter, type CommandParameter } from './parameter.ts'

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

  /** Adds the methods of a class that are marked with @Command. Throws `InvalidCommand` or `DuplicateCommand`. */
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
  const parameters = attemptAll(
    method.parameters,
    ({ at }) => ({ name: owner, at }),
    (parameter) => toParameter(parameter, owner),
  )
  attempt(place, () => refuseArgumentsAfterList(parameters, owner, method.at))
  const operation = { kind: 'command', name: command, class: reflection, method } as const
  const admissionOf = (container: Container) =>
    new MethodAdmission(operation, { container, report: reportRefused(container) })
  return {
    name: command,
    description: description ?? method.doc.summary ?? '',
    owner,
    parameters,
    prepare: (container) => {
      refuseNeeds(container.required(type), owner, method.at)
      admissionOf(container).refuseForeign()
    },
    run: async (values, container) => {
      await admissionOf(container).admit(values, localPrincipal)
      const call = (scope: Resolver) => {
        const instance = scope.get(type) as Record<string, (...args: readonly unknown[]) => unknown>
        return instance[method.name]?.(...values)
      }
      return invokeInScope(container, call, { get: findLocal })
    },
  }
}

function refuseArgumentsAfterList(
  parameters: readonly CommandParameter[],
  owner: string,
  at: string,
): void {
  const positional = parameters.filter(isGiven).filter(({ kind }) => kind === 'argument')
  const list = positional.slice(0, -1).find(({ isList }) => isList)
  if (!list) return
  const problem = `the list "${list.name}" takes all arguments that follow. Put it last, or mark it @Option().`
  throw new InvalidCommand(owner, at, problem)
}
