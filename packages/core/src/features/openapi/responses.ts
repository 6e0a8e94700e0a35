import type { Route } from '../../http/routing/route.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { builtinOf } from '../../data/builtins/builtins.ts'
import type { SchemaComponents } from '../../data/schema/components.ts'
import { responseSchema } from '../../data/schema/response-schema.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import type { Content, ResponseObject } from '../../data/schema/operation.ts'
import { ApiResponseAttribute } from './decorators.ts'
import { describeExamples } from './examples.ts'
import type { DescribedErrors } from './described-errors.ts'
import { joinResponses } from './merge-operation.ts'
import { reasonOf } from './failures.ts'
import { dataByStatus, dataOf, isReply, returnedSchema } from './returned-schema.ts'

type Responses = Record<string, ResponseObject>

/** Returns the documented responses of a route, by status. */
export function describeResponses(
  route: Route,
  components: SchemaComponents,
  errors: DescribedErrors,
  thrown: readonly Class[],
  /** The error statuses of access control. */
  access: readonly number[],
): Readonly<Responses> {
  const { method } = route.declaration
  const responses = { ...errors.refusals(route, access) }
  for (const status of method.replies) responses[status] ??= errors.returned(status)
  if (!hasOtherResponse(route)) addSuccess(responses, route, components)
  for (const [status, type] of dataByStatus(method.returns)) {
    const content = jsonContent(responseSchema(type, components))
    responses[status] = { description: reasonOf(status), content }
  }
  return thrown.map((type) => errors.thrown(type)).reduce(joinResponses, responses)
}

/** Returns the response of an `@ApiResponse`. */
export function declaredResponse(
  { status, description, type }: ApiResponseAttribute,
  components: SchemaComponents,
): Responses {
  if (!type) return { [status]: { description } }
  const schema = responseSchema({ kind: 'class', name: type.name, class: type }, components)
  return { [status]: { description, content: jsonContent(schema) } }
}

/**
 * True if the method never responds with the status of its route: it returns only redirects, errors
 * and types such as `Reply<T, 201>`, or a `Reply` whose status an `@ApiResponse` declares.
 */
function hasOtherResponse({ status, declaration: { method } }: Route): boolean {
  if (method.repliesOnly) return true
  const { returns, attributes } = method
  const isCarried = dataByStatus(returns).size > 0
  if (isCarried && !(returns && dataOf(returns, (each) => each === undefined))) return true
  const isStated = attributes.some((use) => use instanceof ApiResponseAttribute && use.status < 400)
  const isReplyAlone = returns !== undefined && isReply(returns) && !streamContent(method)
  return isStated && isReplyAlone && status === undefined
}

function addSuccess(responses: Responses, route: Route, components: SchemaComponents): void {
  const { method } = route.declaration
  const isEmpty = method.returns?.kind === 'void'
  const schema = returnedSchema(method, components)
  const status = route.status ?? (isEmpty ? 204 : 200)
  const examples =
    !schema || route.arguments.readsBody ? {} : describeExamples(method.doc, schema, components)
  const content = schema ? jsonContent(schema, examples) : streamContent(method)
  responses[status] = { description: reasonOf(status), ...(content && { content }) }
  if (mayBeEmpty(route, method)) responses[204] = { description: reasonOf(204) }
}

/** True if the response may be 204: the method may return nothing, and its route declares no status. */
function mayBeEmpty({ status }: Route, { returnsOptional }: MethodReflection): boolean {
  return returnsOptional && status === undefined
}

function streamContent({ returns }: MethodReflection): Content | undefined {
  const { mediaType } = (returns && builtinOf(returns)) ?? {}
  return mediaType === undefined ? undefined : { [mediaType]: {} }
}

function jsonContent(
  schema: JsonSchema,
  examples: ReturnType<typeof describeExamples> = {},
): Content {
  return { 'application/json': { schema, ...examples } }
}
