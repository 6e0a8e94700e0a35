import type { ParameterResolver } from '../binding/parameter-resolver.ts'
import type { Route } from '../http/route.ts'
import { stringPlan } from '../validation/plans/string.ts'
import { mostFailures } from '../validation/field-errors.ts'
import { unknownPlan } from '../validation/plans/unknown.ts'
import type { Operation, ResponseObject } from './document.ts'

/** What every error of an application answers, validation apart. */
export const errorBody = {
  type: 'object',
  properties: { error: { type: 'string' } },
  required: ['error'],
}

const validationBody = {
  type: 'object',
  properties: {
    errors: {
      type: 'object',
      description: 'Messages by field, such as `email`, `customer.name` or `items.0.sku`.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    more: {
      type: 'boolean',
      const: true,
      description: `Present where there are more failures than the ${mostFailures} in \`errors\`.`,
    },
  },
  required: ['errors'],
}

const failures = {
  400: ['BadRequest', 'The request is malformed.', errorBody],
  401: ['Unauthorized', 'Authentication is required.', errorBody],
  403: ['Forbidden', 'The caller is not allowed to do this.', errorBody],
  413: ['ContentTooLarge', 'The body is too large.', errorBody],
  422: ['ValidationFailed', 'A value does not fit its declaration.', validationBody],
} as const

type FailureStatus = keyof typeof failures

/** Adds what the framework itself may answer for a route, as references to the shared responses. */
export function addFailures(
  responses: Record<string, ResponseObject>,
  route: Route,
  isProtected: boolean,
): void {
  for (const status of failuresOf(route, isProtected)) {
    responses[status] = references[status]
  }
}

/** One object for all that refer to a response: nobody changes it. */
const references = Object.fromEntries(
  Object.entries(failures).map(([status, [name]]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]),
) as Record<FailureStatus, ResponseObject>

function failuresOf(
  { arguments: plan, placeholders }: Route,
  isProtected: boolean,
): FailureStatus[] {
  const readsQuery = plan.resolvers.some(({ kind }) => kind === 'query')
  const found: FailureStatus[] = []
  if (placeholders.length > 0 || readsQuery || plan.readsBody) found.push(400)
  if (isProtected) found.push(401, 403)
  if (plan.readsBody) found.push(413)
  if (plan.resolvers.some(mayRefuse)) found.push(422)
  return found
}

function mayRefuse({ kind, slot }: ParameterResolver): boolean {
  if (!slot) return false
  const acceptsAll = slot.plan === unknownPlan || (slot.plan === stringPlan && kind === 'path')
  return !acceptsAll || slot.constraints.length > 0
}

/** The shared responses that operations refer to. */
export function sharedResponses(operations: readonly Operation[]): Record<string, ResponseObject> {
  const shared = Object.entries(failures).filter(([status]) =>
    operations.some(({ responses }) => {
      const response = responses[status]
      return response !== undefined && '$ref' in response
    }),
  )
  return Object.fromEntries(
    shared.map(([, [name, description, schema]]) => [
      name,
      { description, content: { 'application/json': { schema } } },
    ]),
  )
}
