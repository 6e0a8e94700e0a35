import { Message, type MessageParameters } from './message.ts'
import type { JsonSchema } from './json-schema.ts'

/** A constraint on a value: its check, its message and its schema keywords. */
export interface Constraint {
  /**
   * Returns null if the value is valid, otherwise the message. Receives only values of the declared type, never null or
   * undefined.
   */
  validate(value: unknown): string | null
  /** Returns the equivalent JSON Schema keywords. */
  jsonSchema?(): JsonSchema
  /** The parameters of the message, by name. */
  readonly parameters?: MessageParameters
  /**
   * The message, if it is the same for every invalid value. If the constraint also has `jsonSchema`, the forms of a
   * generated client run the same check. Without a fixed message, only the server checks the constraint.
   */
  readonly message?: string
  /** True if the message comes from the declaration. `Messages` does not replace it. */
  readonly isOwnText?: boolean
  /**
   * The types that the constraint applies to; `array` is for lists and sets. A parameter of a different type is
   * rejected at boot. In a union, only values of these types are checked.
   */
  readonly appliesTo?: readonly ('string' | 'number' | 'bigint' | 'boolean' | 'array')[]
}

export function isConstraint(attribute: object): attribute is Constraint {
  return 'validate' in attribute && typeof attribute.validate === 'function'
}

/**
 * Returns a function that adds the code and the parameters of a constraint to its messages. It caches the last result,
 * because most constraints have only one message.
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
