import type { Route } from '../../http/routing/route.ts'
import { isStreamable, isResponse, Reply } from '../../http/message/reply.ts'
import { toJson } from '../../http/message/to-json.ts'
import { hasCustomToJson, visibleProperties } from '../../data/validation/json-shape.ts'
import { findDifference } from '../../data/schema/find-difference.ts'
import type { Difference } from '../../data/schema/compared-keywords.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import type { ToJsonForm } from '../../data/schema/json-form.ts'
import { maxDepth } from '../../data/validation/plain-object.ts'
import type { DescribedRoutes } from './create-document.ts'
import { ResponseDiffers } from './errors.ts'

/**
 * Compares the JSON of a returned value with the OpenAPI document. Replies, streams and hidden routes are not compared.
 * Throws `ResponseDiffers`.
 */
export function checkResponse(
  route: Route,
  value: unknown,
  described: DescribedRoutes,
  form: ToJsonForm | undefined,
): void {
  if (!described.operations.has(route) || isReply(value)) return
  const { class: owner, method } = route.declaration
  const data = form ? form(value) : value
  const difference = findCollection(data) ?? findResponseDifference(route, data, described)
  if (difference) throw new ResponseDiffers(`${owner.name}.${method.name}`, difference)
}

function isReply(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Reply || isResponse(value) || isStreamable(value)
}

/** Finds a `Map` or `Set` that is not in the declared type. In JSON, it would be an empty object. */
function findCollection(value: unknown, path = '', depth = 0): Difference | undefined {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined
  if (value instanceof Map || value instanceof Set) {
    return { path, expected: `a type without a ${value.constructor.name}`, found: {} }
  }
  if (hasCustomToJson(value)) return undefined
  for (const [name, each] of Object.entries(visibleProperties(value))) {
    const found = findCollection(each, path === '' ? name : `${path}.${name}`, depth + 1)
    if (found) return found
  }
  return undefined
}

function findResponseDifference(
  route: Route,
  value: unknown,
  { document, operations }: DescribedRoutes,
): Difference | undefined {
  const { returns, returnsOptional } = route.declaration.method
  const isVoid = returns?.kind === 'void'
  const { content } = operations.get(route)?.responses[route.status ?? 200] ?? {}
  const schema = content?.['application/json']?.schema
  if (value === undefined) {
    if (isVoid || returnsOptional || !schema) return undefined
    return { path: '', expected: 'data', found: undefined }
  }
  const json: unknown = JSON.parse(toJson(value))
  if (isVoid) return { path: '', expected: 'void', found: json }
  return schema && findDifference(json, schema, (reference) => lookUp(reference, document))
}

/** Returns the schema for a reference such as `#/components/schemas/Order`. */
function lookUp(reference: string, document: unknown): JsonSchema {
  const parts = reference.slice(2).split('/')
  return parts.reduce<unknown>(
    (node, part) => (node as Record<string, unknown>)[part],
    document,
  ) as JsonSchema
}
