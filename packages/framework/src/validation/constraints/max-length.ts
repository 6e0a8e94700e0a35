import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { hasFewerCodePoints } from './code-points.ts'

class MaxLengthConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly #length: number
  readonly #message: string

  constructor(length: number) {
    this.#length = length
    this.#message = `must be at most ${length} characters.`
  }

  validate(value: unknown): string | null {
    return hasFewerCodePoints(value as string, this.#length + 1) ? null : this.#message
  }

  jsonSchema() {
    return { maxLength: this.#length }
  }
}

/** At most `length` characters, counted in Unicode code points. */
export const MaxLength = attribute(MaxLengthConstraint)
