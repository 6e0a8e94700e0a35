import type { ErrorFormat } from '../../http/error-handling/error-format.ts'
import type { SchemaComponents } from '../../data/schema/components.ts'
import type { Content } from '../../data/schema/operation.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import { maxFailures } from '../../data/validation/field-errors.ts'

/** The bodies of errors without a handler. */
export interface ErrorContents {
  readonly error: Content
  /** The body of validation errors. */
  readonly failures: Content
}

/** Returns the bodies of errors in a format. Their schemas may be components. */
export function errorContents(
  { name, showsDetails }: Pick<ErrorFormat, 'name' | 'showsDetails'>,
  components: SchemaComponents,
): ErrorContents {
  const failures = {
    type: 'object',
    properties: { errors, more, ...(showsDetails && { details }) },
    required: showsDetails ? ['errors', 'details'] : ['errors'],
  }
  return name === 'problem'
    ? problemContents(components, failures)
    : { ...plainContents, failures: { 'application/json': { schema: failures } } }
}

const errors = {
  type: 'object',
  description: 'Messages by field, such as `email`, `customer.name` or `items.0.sku`.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

const more = {
  type: 'boolean',
  const: true,
  description: `True if there are more errors than the ${maxFailures} in \`errors\`.`,
}

const details = {
  type: 'array',
  description: 'The errors in machine-readable form: the code and the values of each message.',
  items: {
    type: 'object',
    properties: {
      key: { type: 'string' },
      code: {
        type: 'string',
        description: 'The kind of error, such as `required`, `type.int` or `min-length`.',
      },
      parameters: { type: 'object' },
      message: { type: 'string' },
    },
    required: ['key', 'code', 'parameters', 'message'],
  },
}

const plainContents = {
  error: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { error: { type: 'string' } },
        required: ['error'],
      },
    },
  },
}

const text = { type: 'string' }

const problem = {
  type: 'object',
  description: 'A problem as defined by RFC 9457.',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The kind of problem.' },
    title: { ...text, description: 'A short summary of the kind of problem.' },
    status: { type: 'integer', description: 'The status of the response.' },
    detail: { ...text, description: 'An explanation of this occurrence.' },
  },
  required: ['type', 'title', 'status', 'detail'],
}

function problemContents(components: SchemaComponents, failed: JsonSchema): ErrorContents {
  const component = (name: string, create: () => JsonSchema) =>
    components.named('response', { kind: 'object', name, at: 'fw', properties: [] }, create)
  const error = () => component('Problem', () => structuredClone(problem))
  const failures = () =>
    component('ValidationProblem', () => ({
      allOf: [error(), failed],
    }))
  return {
    get error() {
      return { 'application/problem+json': { schema: error() } }
    },
    get failures() {
      return { 'application/problem+json': { schema: failures() } }
    },
  }
}
