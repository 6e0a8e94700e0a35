import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions } from '../message.ts'

const visible = /\S/u

class NotBlankConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly isOwnText: boolean
  readonly message: string

  constructor(options?: MessageOptions) {
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, {}, 'must not be blank.')
  }

  validate(value: unknown): string | null {
    return visible.test(value as string) ? null : this.message
  }

  jsonSchema() {
    return { pattern: visible.source }
  }
}

/** Requires a string that is not empty and not only white space. */
export const NotBlank = attribute(NotBlankConstraint)
