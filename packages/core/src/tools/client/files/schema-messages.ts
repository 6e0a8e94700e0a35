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

/** The messages of forms: those of the application's `Messages` in its first language, else those of the framework. */
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

  /** Returns the custom message of a union for values of other types; undefined if the default applies. */
  ofUnion(members: readonly TypeInfo[], around: Around): string | undefined {
    return this.#find(new Message('type.union', '', { types: typesOf(members, around) }))
  }

  /** Registers the messages for the length of a tuple. Without `most`, it has no maximum. */
  noteLengths(least: number, most: number | undefined): void {
    if (least === most) return this.#note(new Message('exact-items', '', { n: least }))
    this.#note(new Message('min-items', '', { n: least }))
    if (most !== undefined) this.#note(new Message('max-items', '', { n: most }))
  }

  /**
   * An object of the custom messages by code and number, which replace those in the code of all clients; undefined if it is
   * empty.
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
 * Returns the members of a union in the order in which values are compared with them. Objects come last, because a property
 * may distinguish them.
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

/** True if a type accepts values of all types and rejects them with its own message. It is compared last. */
function refusesItself(type: TypeInfo): boolean {
  return type.kind === 'schema' || (type.kind === 'class' && scalarOf(type.class) !== undefined)
}

/** Returns the types of a union in the default message. */
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
