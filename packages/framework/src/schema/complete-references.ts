import type { Direction } from './components.ts'

/** Stands for the reference to a component that has no name yet. */
export function placeholder(direction: Direction, id: number): string {
  return `component:${direction}:${id}:`
}

/** Puts the references in the place of their placeholders, at any depth. */
export function completeReferences(node: object, references: ReadonlyMap<string, string>): void {
  const members = node as Record<string, unknown>
  for (const key in members) {
    const value = members[key]
    if (typeof value === 'object') {
      if (value !== null) completeReferences(value, references)
    } else if (typeof value === 'string' && value.startsWith('component:')) {
      members[key] = references.get(value) ?? value
    }
  }
}
