/** A change of one value, after its type is checked and before its constraints. */
export interface Transform {
  /**
   * Gets well-typed values only, never null or absence. Cannot wait. It may return null or undefined, which is then as
   * valid as if it had been sent.
   */
  transform(value: unknown): unknown
  /** The method of a text that does the same, for the forms of a client. */
  readonly method?: 'trim' | 'toLowerCase' | 'toUpperCase'
  /** The types of value the change is about, `array` for lists and sets; a parameter of another type is refused at boot. */
  readonly appliesTo?: readonly ('string' | 'number' | 'bigint' | 'boolean' | 'array')[]
}

export function isTransform(attribute: object): attribute is Transform {
  return 'transform' in attribute && typeof attribute.transform === 'function'
}
