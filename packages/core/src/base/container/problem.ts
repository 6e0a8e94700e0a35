import type { Token } from './binding.ts'

/** The reason why a dependency cannot be supplied, and how to fix it. */
export interface Problem {
  readonly problem:
    | 'missing'
    | 'circular'
    | 'interface'
    | 'primitive'
    | 'unreadable'
    | 'undescribed'
  readonly what: string
  readonly remedy: string
}

/** The key of a static property with the problem to report if the class is not registered. */
export const unregistered: unique symbol = Symbol.for('fw.unregistered') as never

/** Returns the problem declared in the static property `unregistered` of the class itself, otherwise undefined. */
export function unregisteredProblem(token: Token): Problem | undefined {
  if (!Object.hasOwn(token, unregistered)) return undefined
  return (token as unknown as { readonly [unregistered]: Problem })[unregistered]
}

export function missingImplementation({ name }: Token): Problem {
  return {
    problem: 'missing',
    what: `${name} is abstract and not registered.`,
    remedy: `Register a subclass in src/bootstrap.ts: container.bind(${name}, (c) => …).`,
  }
}

export function circularDependency({ name }: Token): Problem {
  return {
    problem: 'circular',
    what: `${name} depends on itself.`,
    remedy:
      'Break the cycle: move the shared part to a third class, pass the dependency as an argument ' +
      'of the method, or dispatch an event.',
  }
}

export function interfaceType(name: string): Problem {
  return {
    problem: 'interface',
    what: `${name} is not a class at run time. It may be an interface.`,
    remedy:
      'Declare it as an abstract class, and register a subclass in src/bootstrap.ts: ' +
      `container.bind(${name}, (c) => …).`,
  }
}

export function primitiveType(type: string, parameter: string, { name: owner }: Token): Problem {
  return {
    problem: 'primitive',
    what: `"${parameter}" is declared as ${type}, which the container cannot create.`,
    remedy:
      'Inject Config and read the value from it, give the parameter a default, or, for a constructor parameter, register ' +
      `${owner} in src/bootstrap.ts: container.bind(${owner}, (c) => new ${owner}(…)).`,
  }
}

export function unreadableType(type: {
  text: string
  at: string
  reason: string
  remedy: string
}): Problem {
  return {
    problem: 'unreadable',
    what: `the type ${type.text} at ${type.at} cannot be read: ${type.reason}`,
    remedy: type.remedy,
  }
}

export function undescribedClass({ name }: Token): Problem {
  return {
    problem: 'undescribed',
    what: `${name} is not registered and has no type information.`,
    remedy:
      `If ${name} comes from a package, register it in src/bootstrap.ts: container.bind(${name}, (c) => …). ` +
      'If it is part of the application, start Node with "node --import @fw/transform/register", ' +
      'or add transform() from "@fw/transform/vite" to the plugins of vite.config.ts or vitest.config.ts.',
  }
}
