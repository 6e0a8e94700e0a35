import type { JsonSchema } from '../validation/json-schema.ts'
import type { Nameable } from './component-names.ts'

/** The direction of the data: requests are hydrated, responses are serialized. */
export type Direction = 'request' | 'response'

/** The schemas of a class, or of an exported, recursive or large type. A schema is `{}` while it is being created. */
export interface Component extends Nameable {
  readonly id: number
  readonly schemas: { [direction in Direction]?: JsonSchema }
}

/** Returns a placeholder for the reference to a component that has no name yet. */
export function placeholder(direction: Direction, id: number): string {
  return `component:${direction}:${id}:`
}
