/** A change of one value, after its type is checked and before its constraints. */
export interface Transform {
  /**
   * Receives well-typed values only, never null or undefined. Must be synchronous. If it returns null or undefined, the
   * value is treated as if that had been sent.
   */
  transform(value: unknown): unknown
  /** The string method that does the same, for the forms of a client. */
  readonly method?: 'trim' | 'toLowerCase' | 'toUpperCase'
  /**
   * The types that the transform applies to, `array` for lists and sets. A parameter of another type is refused at boot.
   */
  readonly appliesTo?: readonly ('string' | 'number' | 'bigint' | 'boolean' | 'array')[]
}

export function isTransform(attribute: object): attribute is Transform {
  return 'transform' in attribute && typeof attribute.transform === 'function'
}
