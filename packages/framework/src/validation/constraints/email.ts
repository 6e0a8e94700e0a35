import { attribute } from '../../reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'

const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const address = new RegExp(
  `^(?=[^@]{1,64}@.{1,255}$)${local}(?:\\.${local})*@(?:${label}\\.)+${label}$`,
  'u',
)

class EmailConstraint implements Constraint {
  readonly appliesTo = ['string'] as const

  validate(value: unknown): string | null {
    return address.test(value as string) ? null : 'must be a valid email address.'
  }

  jsonSchema() {
    return { format: 'email', pattern: address.source }
  }
}

/** An e-mail address of unquoted ASCII with a domain of at least two labels. */
export const Email = attribute(EmailConstraint)
