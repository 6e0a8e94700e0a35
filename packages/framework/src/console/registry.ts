import { reflect, type MethodReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { CommandAttribute } from './attributes.ts'
import type { ConsoleCommand } from './command.ts'
import { DuplicateCommand, InvalidCommand } from './errors.ts'
import { toParameter, type CommandParameter } from './parameter.ts'

/** Knows every command. */
export class CommandRegistry {
  readonly #commands = new Map<string, ConsoleCommand>()
  readonly #classes = new Set<Class>()

  /** In alphabetical order. */
  get commands(): readonly ConsoleCommand[] {
    return [...this.#commands.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** The classes whose methods are commands. */
  get classes(): ReadonlySet<Class> {
    return this.#classes
  }

  /** Adds the methods of a class that are marked @Command. Throws where one cannot be run. */
  register(type: Class): this {
    const { name, methods } = reflect(type)
    for (const method of methods) {
      for (const use of method.attributes) {
        if (!(use instanceof CommandAttribute)) continue
        this.add(toCommand(type, `${name}.${method.name}`, method, use))
        this.#classes.add(type)
      }
    }
    return this
  }

  /** Throws `DuplicateCommand` where the name is taken. */
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

function toCommand(
  type: Class,
  owner: string,
  method: MethodReflection,
  { command, description }: CommandAttribute,
): ConsoleCommand {
  if (method.isStatic) {
    throw new InvalidCommand(
      owner,
      method.at,
      'a static method cannot be a command. Remove "static".',
    )
  }
  const parameters = method.parameters.map((parameter) => toParameter(parameter, owner))
  refuseArgumentsAfterList(parameters, owner, method.at)
  return {
    name: command,
    description: description ?? method.doc.summary ?? '',
    owner,
    parameters,
    async run(values, container) {
      const scope = container.createScope()
      try {
        const instance = scope.get(type) as Record<string, (...args: readonly unknown[]) => unknown>
        return await instance[method.name]?.(...values)
      } finally {
        await scope[Symbol.asyncDispose]()
      }
    },
  }
}

function refuseArgumentsAfterList(
  parameters: readonly CommandParameter[],
  owner: string,
  at: string,
): void {
  const positional = parameters
    .filter((parameter) => parameter.kind !== 'signal')
    .filter(({ kind }) => kind === 'argument')
  const list = positional.slice(0, -1).find(({ isList }) => isList)
  if (!list) return
  const problem = `the list "${list.name}" takes all arguments that follow. Put it last, or mark it @Option().`
  throw new InvalidCommand(owner, at, problem)
}
