import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

class MaxConstraint implements Constraint {
  readonly appliesTo = ['number', 'bigint'] as const
  readonly #limit: number
  readonly #message: string

  constructor(limit: number) {
    this.#limit = limit
    this.#message = `must be at most ${limit}.`
  }

  validate(value: unknown): string | null {
    return (value as number) <= this.#limit ? null : this.#message
  }

  jsonSchema() {
    return { maximum: this.#limit }
  }
}

/** At most `limit`, which is itself accepted. */
export const Max = attribute(MaxConstraint)
