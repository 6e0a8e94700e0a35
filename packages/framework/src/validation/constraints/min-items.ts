import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { countElements } from './count-elements.ts'

class MinItemsConstraint implements Constraint {
  readonly appliesTo = ['array'] as const
  readonly #count: number
  readonly #message: string

  constructor(count: number) {
    this.#count = count
    this.#message = `must have at least ${count} elements.`
  }

  validate(value: unknown): string | null {
    return countElements(value) >= this.#count ? null : this.#message
  }

  jsonSchema() {
    return { minItems: this.#count }
  }
}

/** A list or `Set` of at least `count` elements. */
export const MinItems = attribute(MinItemsConstraint)
