import { attribute } from '../../../base/reflection/attribute.ts'
import type { Constraint } from '../constraint.ts'
import { messageOf, type MessageOptions } from '../message.ts'

const uuid =
  /^(?:[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[1-8][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|[Ff]{8}-[Ff]{4}-[Ff]{4}-[Ff]{4}-[Ff]{12})$/u

class UuidConstraint implements Constraint {
  readonly appliesTo = ['string'] as const
  readonly isOwnText: boolean
  readonly message: string

  constructor(options?: MessageOptions) {
    this.isOwnText = options?.message !== undefined
    this.message = messageOf(options, {}, 'must be a valid UUID.')
  }

  validate(value: unknown): string | null {
    return uuid.test(value as string) ? null : this.message
  }

  jsonSchema() {
    return { format: 'uuid', pattern: uuid.source }
  }
}

/** Requires a UUID of any version of RFC 9562, including the nil and the max UUID. */
export const Uuid = attribute(UuidConstraint)
