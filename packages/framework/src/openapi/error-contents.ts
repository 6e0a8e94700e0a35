import type { Content } from '../schema/operation.ts'
import { mostFailures } from '../validation/field-errors.ts'

/** The bodies of errors that no handler words. */
export interface ErrorContents {
  readonly error: Content
  /** Of failed validation. */
  readonly failures: Content
}

const errors = {
  type: 'object',
  description: 'Messages by field, such as `email`, `customer.name` or `items.0.sku`.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

const more = {
  type: 'boolean',
  const: true,
  description: `Present where there are more failures than the ${mostFailures} in \`errors\`.`,
}

export const plainContents: ErrorContents = {
  error: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { error: { type: 'string' } },
        required: ['error'],
      },
    },
  },
  failures: {
    'application/json': {
      schema: { type: 'object', properties: { errors, more }, required: ['errors'] },
    },
  },
}
