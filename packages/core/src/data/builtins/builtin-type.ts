import type { KeyPlan } from '../validation/plans/keys.ts'
import type { Slot, ValuePlan } from '../validation/value-plan.ts'

/** The behaviour of a platform class, such as `Date`, as a declared type. */
export interface BuiltinType {
  /**
   * The JSON type of its values; absent if they have no JSON form. If it is `string`, values can come from a query, a
   * path or a command line. An `array` has the type of its elements as type argument, an `object` the types of its keys
   * and values.
   */
  readonly jsonType?: 'string' | 'array' | 'object'
  /**
   * Plans how values are read from requests, and how their schema is created. Absent if requests cannot contain them.
   */
  readonly plan?: (parts: TypeArgumentPlans) => ValuePlan
  /** Creates the conversion to JSON. Absent if `JSON.stringify` needs none. */
  readonly jsonForm?: (parts: TypeArgumentForms) => JsonForm
  /** The media type of a response whose body is one such value; absent for JSON. */
  readonly mediaType?: string
  /** True if a response with such a value is streamed. */
  readonly isStream?: true
  readonly client?: ClientForm
}

/** The plans for the type arguments. */
export interface TypeArgumentPlans {
  /** The class and parameter, for error messages. */
  readonly location: string
  items(): Slot
  /** Returns undefined if every string is a valid key. */
  keys(): KeyPlan | undefined
  values(): Slot
}

/** The conversions of the type arguments to JSON. */
export interface TypeArgumentForms {
  items(): JsonForm
  values(): JsonForm
}

/** Converts a value of the type for `JSON.stringify`. Returns values of other types unchanged. */
type JsonForm = (value: unknown) => unknown

/** The representation of a built-in type in generated clients. */
export interface ClientForm {
  /**
   * The TypeScript type in requests and, if the built-in type has a JSON form, in responses. Default: the class with
   * its type arguments.
   */
  readonly type?: string
  /**
   * Returns a JavaScript expression that converts JSON. The parameters are the conversions of the type arguments, if
   * they need any.
   */
  readonly decoder?: (first?: string, second?: string) => string
  /** The TypeScript type of a response that is not JSON, and the runtime function that reads it. */
  readonly whole?: { readonly type: string; readonly reader: string }
  /** The classes whose instances forms of generated clients accept. Default: the type itself. */
  readonly classes?: readonly string[]
}
