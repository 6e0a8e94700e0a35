import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { hasFewerCodePoints } from './code-points.ts'

class MinLengthConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly #length: number
  readonly #message: string

  constructor(length: number) {
    this.#length = length
    this.#message = `must be at least ${length} characters.`
  }

  validate(value: unknown): string | null {
    return hasFewerCodePoints(value as string, this.#length) ? this.#message : null
  }

  jsonSchema() {
    return { minLength: this.#length }
  }
}

/** At least `length` characters, counted in Unicode code points. */
export const MinLength = attribute(MinLengthConstraint)
