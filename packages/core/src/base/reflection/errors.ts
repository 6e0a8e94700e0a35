import type { Class } from './type-info.ts'
import type { UncalledDecorator } from './uncalled.ts'

/** The remedy if a module was loaded without the transform. */
export const addTransform =
  'Start Node with "node --import @fw/transform/register", or add transform() from "@fw/transform/vite" to ' +
  'the plugins of vite.config.ts or vitest.config.ts.'

/** Thrown if a class is used as a controller, DTO, job, tool or listener, but its module was not transformed. */
export class MissingTypeInformation extends Error {
  override readonly name = 'MissingTypeInformation'
  readonly class: Class

  constructor(target: Class) {
    super(`${target.name || 'An anonymous class'} has no type information. ${addTransform}`)
    this.class = target
  }
}

/** Thrown if a decorator is used without parentheses. Detected when the module is loaded. */
export class AttributeNotCalled extends Error {
  override readonly name = 'AttributeNotCalled'
  /** The file that contains the decorator; undefined if the module was not transformed. */
  readonly file: string | undefined
  /** The location in the file, as `line:column`. */
  readonly at: string | undefined

  /** `example` shows the arguments in the message. */
  constructor({ owner, member, position, source }: UncalledDecorator, example = '') {
    const memberName = member === undefined ? owner.name : `${owner.name}.${String(member)}`
    const location =
      position === undefined ? memberName : `${memberName}, parameter ${position + 1}`
    const name = source?.name ?? 'Name'
    super(
      `${location}: ${source ? `@${name}` : 'a decorator'} is used without parentheses. Write @${name}(${example}).`,
    )
    this.file = source?.file
    this.at = source?.at
  }
}

/** Thrown if the constructor of a decorator rejects its arguments. */
export class AttributeRefused extends Error {
  override readonly name = 'AttributeRefused'

  constructor(
    target: Class,
    member: string | undefined,
    position: number | undefined,
    cause: unknown,
  ) {
    const memberName = member === undefined ? target.name : `${target.name}.${member}`
    const location =
      position === undefined ? memberName : `${memberName}, parameter ${position + 1}`
    super(`${location}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
