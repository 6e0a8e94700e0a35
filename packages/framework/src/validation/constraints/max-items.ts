import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { countElements } from './count-elements.ts'

class MaxItemsConstraint implements Constraint {
  readonly appliesTo = ['array'] as const
  readonly #count: number
  readonly #message: string

  constructor(count: number) {
    this.#count = count
    this.#message = `must have at most ${count} elements.`
  }

  validate(value: unknown): string | null {
    return countElements(value) <= this.#count ? null : this.#message
  }

  jsonSchema() {
    return { maxItems: this.#count }
  }
}

/** A list or `Set` of at most `count` elements. */
export const MaxItems = attribute(MaxItemsConstraint)
