import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions, type MessageParameters } from '../message.ts'
import { countElements } from './count-elements.ts'

class MaxItemsConstraint implements Constraint {
  readonly appliesTo = ['array'] as const
  readonly #count: number
  readonly parameters: MessageParameters
  readonly isOwnText: boolean
  readonly message: string

  constructor(count: number, options?: MessageOptions) {
    this.#count = count
    this.parameters = { n: count }
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, this.parameters, `must have at most ${count} elements.`)
  }

  validate(value: unknown): string | null {
    return countElements(value) <= this.#count ? null : this.message
  }

  jsonSchema() {
    return { maxItems: this.#count }
  }
}

/** Requires a list or `Set` of at most `count` elements. */
export const MaxItems = attribute(MaxItemsConstraint, '…')
