import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'
import { hasFewerCodePoints } from './code-points.ts'

class MaxLengthConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly #length: number
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly message: string

  constructor(length: number, options?: MessageOptions) {
    this.#length = length
    this.parameters = { n: length }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must be at most ${length} characters.`)
  }

  validate(value: unknown): string | null {
    return hasFewerCodePoints(value as string, this.#length + 1) ? null : this.message
  }

  jsonSchema() {
    return { maxLength: this.#length }
  }
}

/** Requires a string of at most `length` characters, counted in Unicode code points. */
export const MaxLength = attribute(MaxLengthConstraint, '…')
