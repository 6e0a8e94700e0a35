import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

class InConstraint implements Constraint {
  readonly #choices: readonly unknown[]

  constructor(choices: readonly unknown[]) {
    this.#choices = choices
  }

  validate(value: unknown): string | null {
    return this.#choices.includes(value) ? null : `must be one of: ${this.#choices.join(', ')}.`
  }

  jsonSchema() {
    return { enum: this.#choices }
  }
}

/** One of `choices`, compared strictly. */
export const In = attribute(InConstraint)
