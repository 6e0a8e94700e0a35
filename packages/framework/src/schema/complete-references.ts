import type { Direction } from './components.ts'

/** Stands for the reference to a component that has no name yet. */
export function placeholder(direction: Direction, id: number): string {
  return `component:${direction}:${id}:`
}

/** Puts the references in the place of their placeholders, at any depth. */
export function completeReferences(node: unknown, references: ReadonlyMap<string, string>): void {
  if (typeof node !== 'object' || node === null) return
  const members = node as Record<string, unknown>
  for (const [key, value] of Object.entries(members)) {
    if (typeof value !== 'string') completeReferences(value, references)
    else if (value.startsWith('component:')) members[key] = references.get(value) ?? value
  }
}
