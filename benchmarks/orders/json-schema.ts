import type { ErrorObject } from 'ajv'
import type { Errors } from './hand-written.ts'

/** The order as JSON Schema, for ajv and Fastify. */
export const orderSchema = {
  type: 'object',
  required: ['customer', 'lines', 'status'],
  properties: {
    customer: {
      type: 'object',
      required: ['name', 'email'],
      properties: {
        name: { type: 'string', pattern: '\\S', maxLength: 100 },
        email: { type: 'string', format: 'email' },
      },
    },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        required: ['sku', 'quantity', 'price'],
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
          quantity: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 1000 },
          price: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 100_000 },
        },
      },
    },
    note: { type: 'string', maxLength: 500 },
    status: { enum: ['draft', 'placed', 'paid'] },
  },
}

/** The used part of ajv's errors; Fastify passes on the same. */
export type AjvError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'>

/** Ajv's errors in the wording of this benchmark. */
export function toErrors(found: readonly AjvError[]): Errors {
  const errors: Errors = {}
  for (const error of found) {
    const path = error.instancePath.slice(1).replaceAll('/', '.')
    const key = error.keyword === 'required' ? join(path, error.params.missingProperty) : path
    ;(errors[key] ??= []).push(messageOf(error))
  }
  return errors
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

const article: Record<string, string> = { integer: 'an', object: 'an', array: 'an' }

function messageOf({ keyword, params }: AjvError): string {
  switch (keyword) {
    case 'required':
      return 'is required.'
    case 'type':
      return `must be ${article[params.type] ?? 'a'} ${params.type}.`
    case 'pattern':
      return params.pattern === '\\S'
        ? 'must not be blank.'
        : `must match the pattern ${params.pattern}.`
    case 'format':
      return 'must be a valid email address.'
    case 'maxLength':
      return `must be at most ${params.limit} characters.`
    case 'exclusiveMinimum':
      return `must be greater than ${params.limit}.`
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}.`
    case 'enum':
      return `must be one of: ${params.allowedValues.join(', ')}.`
    default:
      throw new Error(`No wording for the keyword "${keyword}".`)
  }
}
