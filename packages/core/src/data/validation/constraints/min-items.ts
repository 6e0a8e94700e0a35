import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'
import { countElements } from './count-elements.ts'

class MinItemsConstraint implements Constraint {
  readonly appliesTo = ['array'] as const
  readonly #count: number
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly message: string

  constructor(count: number, options?: MessageOptions) {
    this.#count = count
    this.parameters = { n: count }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must have at least ${count} elements.`)
  }

  validate(value: unknown): string | null {
    return countElements(value) >= this.#count ? null : this.message
  }

  jsonSchema() {
    return { minItems: this.#count }
  }
}

/** Requires a list or `Set` of at least `count` elements. */
export const MinItems = attribute(MinItemsConstraint, '…')
