import type { Route } from '../http/routing/route.ts'
import type { MethodReflection } from '../reflection/reflect.ts'
import type { Builtin, Class } from '../reflection/type-info.ts'
import type { SchemaComponents } from '../schema/components.ts'
import { responseSchema } from '../schema/response-schema.ts'
import type { JsonSchema } from '../validation/schema/json-schema.ts'
import type { Content, ResponseObject } from '../schema/operation.ts'
import { ApiResponseAttribute } from './attributes.ts'
import { describeExamples } from './examples.ts'
import type { DescribedErrors } from './described-errors.ts'
import { joinResponses } from './merge-operation.ts'
import { reasonOf } from './failures.ts'
import { carriedByStatus, dataOf, isReply, returnedSchema } from './returned-schema.ts'

type Responses = Record<string, ResponseObject>

/** Every status that a route is known to answer with. */
export function describeResponses(
  route: Route,
  components: SchemaComponents,
  errors: DescribedErrors,
  thrown: readonly Class[],
  /** The statuses for callers who are not let in. */
  access: readonly number[],
): Readonly<Responses> {
  const { method } = route.declaration
  const responses = { ...errors.refusals(route, access) }
  for (const status of method.replies) responses[status] ??= errors.returned(status)
  if (!isAnsweredOtherwise(route)) addSuccess(responses, route, components)
  for (const [status, type] of carriedByStatus(method.returns)) {
    const content = jsonContent(responseSchema(type, components))
    responses[status] = { description: reasonOf(status), content }
  }
  return thrown.map((type) => errors.thrown(type)).reduce(joinResponses, responses)
}

/** What an `@ApiResponse` says. */
export function statedResponse(
  { status, description, type }: ApiResponseAttribute,
  components: SchemaComponents,
): Responses {
  if (!type) return { [status]: { description } }
  const schema = responseSchema({ kind: 'class', name: type.name, class: type }, components)
  return { [status]: { description, content: jsonContent(schema) } }
}

/** Whether everything returned has a status of its own: that of its builder, or one declared above the method. */
function isAnsweredOtherwise({ status, declaration: { method } }: Route): boolean {
  if (method.repliesOnly) return true
  const { returns, attributes } = method
  const isCarried = carriedByStatus(returns).size > 0
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

/** A method that may return nothing answers 204 then, unless its route says otherwise. */
function mayBeEmpty({ status }: Route, { returnsOptional }: MethodReflection): boolean {
  return returnsOptional && status === undefined
}

function streamContent({ returns }: MethodReflection): Content | undefined {
  if (returns?.kind !== 'builtin') return undefined
  const type = mediaTypes[returns.name]
  return type === undefined ? undefined : { [type]: {} }
}

/** What is sent of a returned value that is no JSON. A file has its own type. */
const mediaTypes: Partial<Record<Builtin, string>> = {
  AsyncIterable: 'text/event-stream',
  ReadableStream: 'application/octet-stream',
  Uint8Array: 'application/octet-stream',
  File: '*/*',
}

function jsonContent(
  schema: JsonSchema,
  examples: ReturnType<typeof describeExamples> = {},
): Content {
  return { 'application/json': { schema, ...examples } }
}
