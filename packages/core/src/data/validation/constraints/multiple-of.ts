import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'
import { isMultiple } from './is-multiple.ts'

class MultipleOfConstraint implements Constraint {
  readonly appliesTo = ['number'] as const
  readonly #factor: number
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly message: string

  constructor(factor: number, options?: MessageOptions) {
    if (!(factor > 0 && Number.isFinite(factor))) {
      throw new TypeError(`@MultipleOf(${factor}) is invalid. Use a finite number above 0.`)
    }
    this.#factor = factor
    this.parameters = { n: factor }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must be a multiple of ${factor}.`)
  }

  validate(value: unknown): string | null {
    return isMultiple(value as number, this.#factor) ? null : this.message
  }

  jsonSchema() {
    return { multipleOf: this.#factor }
  }
}

/** Requires a multiple of `factor`, which is above 0. Compares decimal digits, so that 0.3 is a multiple of 0.1. */
export const MultipleOf = attribute(MultipleOfConstraint, '…')
