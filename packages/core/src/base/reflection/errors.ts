import type { Class } from './type-info.ts'
import type { Uncalled } from './uncalled.ts'

/** Thrown if a class is used as a controller, DTO, job, tool or listener, but its module was not transformed. */
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

/** Thrown if a decorator is used without parentheses. Detected when the module is loaded. */
export class AttributeNotCalled extends Error {
  override readonly name = 'AttributeNotCalled'
  /** The file that contains the decorator; undefined if the module was not transformed. */
  readonly file: string | undefined
  /** The location in the file, as `line:column`. */
  readonly at: string | undefined

  /** `example` shows the arguments in the message. */
  constructor({ owner, member, position, written }: Uncalled, example = '') {
    const place = member === undefined ? owner.name : `${owner.name}.${String(member)}`
    const where = position === undefined ? place : `${place}, parameter ${position + 1}`
    const name = written?.name ?? 'Name'
    super(
      `${where}: ${written ? `@${name}` : 'a decorator'} is used without parentheses. Write @${name}(${example}).`,
    )
    this.file = written?.file
    this.at = written?.at
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
    const place = member === undefined ? target.name : `${target.name}.${member}`
    const where = position === undefined ? place : `${place}, parameter ${position + 1}`
    super(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
