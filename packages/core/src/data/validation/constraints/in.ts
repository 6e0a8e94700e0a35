import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'

type Choice = string | number | boolean

class InConstraint implements Constraint {
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly #choices: readonly Choice[]
  readonly message: string

  constructor(choices: readonly Choice[], options?: MessageOptions) {
    const list = choices.join(', ')
    this.parameters = { choices: list }
    this.isOwnText = options?.message !== undefined
    this.#choices = choices
    this.message = messageOf(options, this.parameters, `must be one of: ${list}.`)
  }

  validate(value: unknown): string | null {
    return this.#choices.includes(value as Choice) ? null : this.message
  }

  jsonSchema() {
    return { enum: this.#choices }
  }
}

/** Requires one of `choices`, compared strictly. */
export const In = attribute(InConstraint, '…')
