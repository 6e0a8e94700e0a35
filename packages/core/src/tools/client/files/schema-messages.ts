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
import type { Around } from '../types/type-writer.ts'

/**
 * The validation messages in forms: those of the application's `Messages` class in its first language, or else the
 * default messages.
 */
export class SchemaMessages {
  readonly #messages: Messages | undefined
  readonly #custom = new Map<string, string>()

  constructor(messages: Messages | undefined) {
    this.#messages = messages
    for (const each of [required, notNull, notUnique, notObject, notArray, ofKey]) this.#note(each)
  }

  textOf(message: Message): string {
    return this.#find(message) ?? message.text
  }

  /**
   * Returns the custom message for a value that matches no member of a union; undefined if the default message applies.
   */
  ofUnion(members: readonly TypeInfo[], around: Around): string | undefined {
    return this.#find(new Message('type.union', '', { types: typesOf(members, around) }))
  }

  /** Registers the messages about the length of a tuple. If `most` is undefined, there is no maximum. */
  noteLengths(least: number, most: number | undefined): void {
    if (least === most) return this.#note(new Message('exact-items', '', { n: least }))
    this.#note(new Message('min-items', '', { n: least }))
    if (most !== undefined) this.#note(new Message('max-items', '', { n: most }))
  }

  /**
   * The code of an object with custom messages by code and number, which replace the default messages; undefined if no message is customized.
   */
  get code(): string | undefined {
    const texts = [...this.#custom].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return texts.length > 0 ? JSON.stringify(Object.fromEntries(texts)) : undefined
  }

  #note(message: Message): void {
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
const ofKey = new Message('key', '')

/**
 * Returns the members of a union in the order in which a value is compared with them. Objects come last, because a
 * property may distinguish them.
 */
export function membersOf(members: readonly TypeInfo[]): {
  readonly others: readonly TypeInfo[]
  readonly objects: readonly TypeInfo[]
} {
  const others = members
    .filter((member) => !isStructured(member))
    .toSorted((a, b) => Number(refusesItself(a)) - Number(refusesItself(b)))
  return { others, objects: members.filter(isStructured) }
}

/** True if a type takes values of any type, and rejects invalid ones with its own message. It is compared last. */
function refusesItself(type: TypeInfo): boolean {
  return type.kind === 'schema' || (type.kind === 'class' && scalarOf(type.class) !== undefined)
}

/** Returns the names of a union's types for the default message. */
function typesOf(members: readonly TypeInfo[], around: Around): string {
  const { others, objects } = membersOf(members)
  const texts = [...others, ...objects.slice(0, 1)].map((member) => plainText(member, around))
  return texts.map((text) => text.replace(/^must be (.*)\.$/u, '$1')).join(' or ')
}

function plainText(type: TypeInfo, around: Around): string {
  const { kind } = type
  const jsonType = builtinOf(type)?.jsonType
  if (kind === 'array' || kind === 'tuple' || jsonType === 'array') return notArray.text
  if (kind === 'record' || isStructured(type) || jsonType === 'object') return notObject.text
  if (kind === 'union') return `must be ${typesOf(type.members, around)}.`
  if (kind !== 'recursive') return planValue(type, '').message
  const found = around.get(type.name)
  return found ? plainText(found, around) : ''
}
