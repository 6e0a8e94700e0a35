import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

type Choice = string | number | boolean

class InConstraint implements Constraint {
  readonly #choices: readonly Choice[]

  constructor(choices: readonly Choice[]) {
    this.#choices = choices
  }

  validate(value: unknown): string | null {
    return this.#choices.includes(value as Choice)
      ? null
      : `must be one of: ${this.#choices.join(', ')}.`
  }

  jsonSchema() {
    return { enum: this.#choices }
  }
}

/** One of `choices`, compared strictly. */
export const In = attribute(InConstraint)
