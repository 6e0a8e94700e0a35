import type { JsonSchema } from '../validation/schema/json-schema.ts'
import type { Direction } from './components.ts'

/** Stands for the reference to a component that has no name yet. */
export function placeholder(direction: Direction, id: number): string {
  return `component:${direction}:${id}:`
}

/** Replaces placeholders by their references, at any depth, and gathers the schemas of tuples. */
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
  // Where "prefixItems" is the name of a property, its value is a schema.
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
