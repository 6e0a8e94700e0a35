import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

class GreaterThanConstraint implements Constraint {
  readonly appliesTo = ['number', 'bigint'] as const
  readonly #limit: number
  readonly #message: string

  constructor(limit: number) {
    this.#limit = limit
    this.#message = `must be greater than ${limit}.`
  }

  validate(value: unknown): string | null {
    return (value as number) > this.#limit ? null : this.#message
  }

  jsonSchema() {
    return { exclusiveMinimum: this.#limit }
  }
}

/** Greater than `limit`, which is itself refused. */
export const GreaterThan = attribute(GreaterThanConstraint)
