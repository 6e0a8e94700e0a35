import { Message, type MessageParameters } from './message.ts'
import type { JsonSchema } from './json-schema.ts'

/** A constraint on one value, with its check, its message and its schema keywords. */
export interface Constraint {
  /** Returns null for a valid value, otherwise the message. Receives well-typed values only, never null or undefined. */
  validate(value: unknown): string | null
  /** Returns the equivalent keywords of JSON Schema. */
  jsonSchema?(): JsonSchema
  /** The parameters of its message, by name. */
  readonly parameters?: MessageParameters
  /**
   * The message, if it is the same for every invalid value. With `jsonSchema`, it lets the forms of a client run the same
   * check. A constraint without it is checked by the server only.
   */
  readonly message?: string
  /** True if the declaration supplied the message. `Messages` does not replace it. */
  readonly isOwnText?: boolean
  /**
   * The types that the constraint applies to, `array` for lists and sets. A parameter of another type is refused when its
   * class is registered. In a union, only values of these types are checked.
   */
  readonly appliesTo?: readonly ('string' | 'number' | 'bigint' | 'boolean' | 'array')[]
}

export function isConstraint(attribute: object): attribute is Constraint {
  return 'validate' in attribute && typeof attribute.validate === 'function'
}

/**
 * Returns a function that adds the code and the parameters of a constraint to its messages. It caches the last result,
 * because most constraints have a single message.
 */
export function messagesOf(constraint: Constraint): (text: string) => Message {
  const code = codeOf(constraint)
  const { parameters, isOwnText } = constraint
  let last: Message | undefined
  return (text) =>
    last?.text === text ? last : (last = new Message(code, text, parameters, isOwnText))
}

/** Returns the code of a constraint, such as `min-length` for `MinLengthConstraint`. */
function codeOf({ constructor }: Constraint): string {
  const name = constructor.name.replace(/Constraint$/u, '')
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '-').toLowerCase() || 'invalid'
}
