import type { ParameterResolver } from '../binding/parameter-resolver.ts'
import type { Route } from '../http/route.ts'
import type { Content, Operation, ResponseObject } from '../schema/operation.ts'
import { mostFailures } from '../validation/field-errors.ts'
import { stringPlan } from '../validation/plans/string.ts'
import { unknownPlan } from '../validation/plans/unknown.ts'
import type { JsonSchema } from '../validation/schema/json-schema.ts'

const errorBody = {
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

/** What every error of an application answers, validation apart. */
export const errorContent = jsonContent(errorBody)

const failures: Readonly<Record<string, { readonly name: string } & Failure>> = {
  400: { name: 'BadRequest', ...failure('The request is malformed.') },
  401: { name: 'Unauthorized', ...failure('Authentication is required.') },
  403: { name: 'Forbidden', ...failure('The caller is not allowed to do this.') },
  413: { name: 'ContentTooLarge', ...failure('The body is too large.') },
  415: { name: 'UnsupportedMediaType', ...failure('The body is compressed.') },
  422: {
    name: 'ValidationFailed',
    ...failure('A value does not fit its declaration.', jsonContent(validationBody)),
  },
}

interface Failure {
  readonly response: ResponseObject
}

function failure(description: string, content = errorContent): Failure {
  return { response: { description, content } }
}

function jsonContent(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

/** What the framework itself may answer for a route, by status. */
export function failuresOf(route: Route, isProtected: boolean): Record<string, ResponseObject> {
  return Object.fromEntries(
    statusesOf(route, isProtected).map((status) => [
      status,
      (failures[status] as Failure).response,
    ]),
  )
}

function statusesOf({ arguments: plan, placeholders }: Route, isProtected: boolean): number[] {
  const readsQuery = plan.resolvers.some(({ kind }) => kind === 'query')
  const found: number[] = []
  if (placeholders.length > 0 || readsQuery || plan.readsBody) found.push(400)
  if (isProtected) found.push(401, 403)
  if (plan.readsBody) found.push(413, 415)
  if (plan.resolvers.some(mayRefuse)) found.push(422)
  return found
}

function mayRefuse({ kind, slot }: ParameterResolver): boolean {
  if (!slot) return false
  const isOneText = kind === 'path' || kind === 'header' || kind === 'cookie'
  const acceptsAll = slot.plan === unknownPlan || (slot.plan === stringPlan && isOneText)
  return !acceptsAll || slot.constraints.length > 0
}

/** A reference in the place of a response that many routes have, one object for all of them. */
export function toReference(status: string, response: ResponseObject): ResponseObject {
  const shared = failures[status]
  if (response !== shared?.response) return response
  return (references[status] ??= { $ref: `#/components/responses/${shared.name}` })
}

const references: Record<string, ResponseObject> = {}

/** The shared responses that operations refer to. */
export function sharedResponses(operations: readonly Operation[]): Record<string, ResponseObject> {
  const used = Object.entries(failures).filter(([status]) =>
    operations.some(({ responses }) => responses[status]?.$ref !== undefined),
  )
  return Object.fromEntries(used.map(([, { name, response }]) => [name, response]))
}
