import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'

class MinConstraint implements Constraint {
  readonly appliesTo = ['number', 'bigint'] as const
  readonly #limit: number
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly message: string

  constructor(limit: number, options?: MessageOptions) {
    this.#limit = limit
    this.parameters = { n: limit }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must be at least ${limit}.`)
  }

  validate(value: unknown): string | null {
    return (value as number) >= this.#limit ? null : this.message
  }

  jsonSchema() {
    return { minimum: this.#limit }
  }
}

/** Requires a number of at least `limit`. */
export const Min = attribute(MinConstraint, '…')
