import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import {
  Message,
  notNull,
  notUnique,
  required,
  type Messages,
} from '../../../data/validation/message.ts'
import { builtinOf } from '../../../data/builtins/builtins.ts'
import { planValue } from '../../../data/hydration/plan-value.ts'
import { isStructured, scalarOf } from '../../../data/hydration/scalar.ts'
import type { EnclosingTypes } from '../types/type-writer.ts'

/**
 * The validation messages in forms: those of the application's `Messages` class in its first language, or else the
 * default messages.
 */
export class SchemaMessages {
  readonly #messages: Messages | undefined
  readonly #custom = new Map<string, string>()

  constructor(messages: Messages | undefined) {
    this.#messages = messages
    for (const each of [required, notNull, notUnique, notObject, notArray, keyMessage])
      this.#register(each)
  }

  textOf(message: Message): string {
    return this.#find(message) ?? message.text
  }

  /**
   * Returns the custom message for a value that matches no member of a union; undefined if the default message applies.
   */
  textOfUnion(members: readonly TypeInfo[], enclosing: EnclosingTypes): string | undefined {
    return this.#find(new Message('type.union', '', { types: typesOf(members, enclosing) }))
  }

  /** Registers the messages about the length of a tuple. If `max` is undefined, there is no maximum. */
  registerLengths(min: number, max: number | undefined): void {
    if (min === max) return this.#register(new Message('exact-items', '', { n: min }))
    this.#register(new Message('min-items', '', { n: min }))
    if (max !== undefined) this.#register(new Message('max-items', '', { n: max }))
  }

  /**
   * The source of an object with the custom messages, which replace the default messages; undefined without custom
   * messages. Its keys are the code and the parameters of each message.
   */
  get code(): string | undefined {
    const texts = [...this.#custom].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return texts.length > 0 ? JSON.stringify(Object.fromEntries(texts)) : undefined
  }

  #register(message: Message): void {
    const text = this.#find(message)
    const { code, parameters } = message
    if (text !== undefined) this.#custom.set([code, ...Object.values(parameters)].join(' '), text)
  }

  #find({ code, parameters, isOwn }: Message): string | undefined {
    const messages = isOwn ? undefined : this.#messages
    return messages?.text(code, parameters, messages.locales[0] ?? '')
  }
}

const notObject = new Message('type.object', 'must be an object.')
const notArray = new Message('type.array', 'must be an array.')
const keyMessage = new Message('key', '')

/**
 * Returns the members of a union in the order in which a value is compared with them. Objects come last, because
 * the value of a property may select one of them.
 */
export function membersOf(members: readonly TypeInfo[]): {
  readonly others: readonly TypeInfo[]
  readonly objects: readonly TypeInfo[]
} {
  const others = members
    .filter((member) => !isStructured(member))
    .toSorted((a, b) => Number(hasCustomMessage(a)) - Number(hasCustomMessage(b)))
  return { others, objects: members.filter(isStructured) }
}

/**
 * True if a type rejects invalid values with its own message, such as a scalar of the application. Among the members
 * that are not objects, a value is compared with such types last.
 */
function hasCustomMessage(type: TypeInfo): boolean {
  return type.kind === 'schema' || (type.kind === 'class' && scalarOf(type.class) !== undefined)
}

/** Returns the names of a union's types for the default message. */
function typesOf(members: readonly TypeInfo[], enclosing: EnclosingTypes): string {
  const { others, objects } = membersOf(members)
  const texts = [...others, ...objects.slice(0, 1)].map((member) => plainText(member, enclosing))
  return texts.map((text) => text.replace(/^must be (.*)\.$/u, '$1')).join(' or ')
}

function plainText(type: TypeInfo, enclosing: EnclosingTypes): string {
  const { kind } = type
  const jsonType = builtinOf(type)?.jsonType
  if (kind === 'array' || kind === 'tuple' || jsonType === 'array') return notArray.text
  if (kind === 'record' || isStructured(type) || jsonType === 'object') return notObject.text
  if (kind === 'union') return `must be ${typesOf(type.members, enclosing)}.`
  if (kind !== 'recursive') return planValue(type, '').message
  const found = enclosing.get(type.name)
  return found ? plainText(found, enclosing) : ''
}
