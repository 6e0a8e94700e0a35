interface Key {
  readonly type: string
  readonly name?: unknown
  readonly value?: unknown
}

/** The name of a property or method as it is written; undefined for a private or computed one. */
export function keyName(key: Key): string | undefined {
  if (key.type === 'Identifier' && typeof key.name === 'string') return key.name
  const isText = typeof key.value === 'string' || typeof key.value === 'number'
  return key.type === 'Literal' && isText ? String(key.value) : undefined
}
