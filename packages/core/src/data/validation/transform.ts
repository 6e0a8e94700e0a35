/** A change to a value, applied after the type check and before the constraints. */
export interface Transform {
  /**
   * Receives only values of the declared type, never null or undefined. Must be synchronous. If it returns null or
   * undefined, the value is treated as if the client had sent null or no value.
   */
  transform(value: unknown): unknown
  /** The string method that does the same, used by the forms of generated clients. */
  readonly method?: 'trim' | 'toLowerCase' | 'toUpperCase'
  /**
   * The types that the transform applies to; `array` is for lists and sets. A parameter of a different type is rejected
   * at boot.
   */
  readonly appliesTo?: readonly ('string' | 'number' | 'bigint' | 'boolean' | 'array')[]
}

export function isTransform(attribute: object): attribute is Transform {
  return 'transform' in attribute && typeof attribute.transform === 'function'
}
