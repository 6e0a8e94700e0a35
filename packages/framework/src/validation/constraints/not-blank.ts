import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

const visible = /\S/u

class NotBlankConstraint implements Constraint {
  readonly appliesTo = ['string'] as const

  validate(value: unknown): string | null {
    return visible.test(value as string) ? null : 'must not be blank.'
  }

  jsonSchema() {
    return { pattern: visible.source }
  }
}

/** Not empty, and not white space alone. */
export const NotBlank = attribute(NotBlankConstraint)
