import type { Class } from './type-info.ts'

/** A class was used as a controller, DTO, job, tool or listener, but its module was not transformed. */
export class MissingTypeInformation extends Error {
  override readonly name = 'MissingTypeInformation'
  readonly class: Class

  constructor(target: Class) {
    super(
      `${target.name || 'An anonymous class'} has no type information. Start Node with ` +
        '"node --import @fw/transform/register", or add transform() from "@fw/transform/vite" to ' +
        'the plugins of vite.config.ts or vitest.config.ts.',
    )
    this.class = target
  }
}

/** A decorator is used without parentheses. Raised when the module is loaded. */
export class AttributeNotCalled extends Error {
  override readonly name = 'AttributeNotCalled'

  constructor(target: { readonly name: string }, member: string | symbol | undefined, at: unknown) {
    const place = member === undefined ? target.name : `${target.name}.${String(member)}`
    const where = typeof at === 'number' ? `${place}, parameter ${at + 1}` : place
    super(`${where}: a decorator is used without parentheses. Write @Name(), not @Name.`)
  }
}

/** The constructor of a decorator threw an error about its arguments. */
export class AttributeRefused extends Error {
  override readonly name = 'AttributeRefused'

  constructor(
    target: Class,
    member: string | undefined,
    position: number | undefined,
    cause: unknown,
  ) {
    const place = member === undefined ? target.name : `${target.name}.${member}`
    const where = position === undefined ? place : `${place}, parameter ${position + 1}`
    super(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
