import type { JsonSchema } from '../validation/json-schema.ts'

/** Replaces placeholders with references, at any depth, and collects the schemas of tuples. */
export function completeReferences(
  node: object,
  references: ReadonlyMap<string, string>,
  tuples: JsonSchema[],
): void {
  if (Array.isArray(node)) {
    for (const item of node) {
      if (typeof item === 'object' && item !== null) completeReferences(item, references, tuples)
    }
    return
  }
  const members = node as JsonSchema
  // "prefixItems" may also be the name of a property. Its value is then not an array.
  if (Array.isArray(members['prefixItems'])) tuples.push(members)
  for (const key in members) {
    const value = members[key]
    if (typeof value === 'object') {
      if (value !== null) completeReferences(value, references, tuples)
    } else if (typeof value === 'string' && value.startsWith('component:')) {
      members[key] = references.get(value) ?? value
    }
  }
}
