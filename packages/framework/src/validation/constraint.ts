import type { MessageParameters } from './message.ts'
import type { JsonSchema } from './schema/json-schema.ts'

/** A constraint on one value. It owns its check, its message and its schema keywords. */
export interface Constraint {
  /** Returns null for a valid value, otherwise the message. Runs on well-typed values only, never on null or absence. */
  validate(value: unknown): string | null
  /** The keywords that say the same in a JSON Schema. */
  jsonSchema?(): JsonSchema
  /** What its message is about, by name. */
  readonly parameters?: MessageParameters
  /**
   * What it says about every value that it refuses. With `jsonSchema` it tells the forms of a client how to check the
   * same; a constraint without it is checked by the server alone.
   */
  readonly message?: string
  /** Whether its message is that of the declaration, which nobody words anew. */
  readonly isOwnText?: boolean
  /**
   * The types of value the constraint is about, `array` for lists and sets. A parameter of another type is refused when
   * its class is registered; of a union's values only these are checked.
   */
  readonly appliesTo?: readonly ('string' | 'number' | 'bigint' | 'boolean' | 'array')[]
}

export function isConstraint(attribute: object): attribute is Constraint {
  return 'validate' in attribute && typeof attribute.validate === 'function'
}
