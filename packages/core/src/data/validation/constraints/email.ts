import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions } from '../message.ts'

const maxEmailLength = 254
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*'
const longLocalPart = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{65}"
const longLabel = '[^@]*@(?:[^@]*\\.)?[A-Za-z0-9-]{64}'
const address = new RegExp(
  `^(?!${longLocalPart}|${longLabel})${local}(?:\\.${local})*@${label}(?:\\.${label})+$`,
  'u',
)

class EmailConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly isOwnText: boolean
  readonly message: string

  constructor(options?: MessageOptions) {
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, {}, 'must be a valid email address.')
  }

  validate(value: unknown): string | null {
    const isAddress = (value as string).length <= maxEmailLength && address.test(value as string)
    return isAddress ? null : this.message
  }

  jsonSchema() {
    return { format: 'email', pattern: address.source, maxLength: maxEmailLength }
  }
}

/**
 * Requires an e-mail address: ASCII without quotes, a domain with at least two labels, and the maximum length of RFC
 * 5321.
 */
export const Email = attribute(EmailConstraint)
