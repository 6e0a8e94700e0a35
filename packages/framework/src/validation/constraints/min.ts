import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

class MinConstraint implements Constraint {
  readonly appliesTo = ['number', 'bigint'] as const
  readonly #limit: number
  readonly #message: string

  constructor(limit: number) {
    this.#limit = limit
    this.#message = `must be at least ${limit}.`
  }

  validate(value: unknown): string | null {
    return (value as number) >= this.#limit ? null : this.#message
  }

  jsonSchema() {
    return { minimum: this.#limit }
  }
}

/** At least `limit`, which is itself accepted. */
export const Min = attribute(MinConstraint)
