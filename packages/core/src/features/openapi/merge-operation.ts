import type { Operation, Parameter, ResponseObject } from '../../data/schema/operation.ts'

/** A part of an operation, such as the one that a decorator adds. */
export type OperationPart = Partial<Operation>

type Responses = Operation['responses']

/**
 * Joins several parts: responses by status, parameters by name and location. For any other member, the last part takes
 * precedence.
 */
export function joinParts(parts: readonly OperationPart[]): OperationPart {
  return parts.reduce(joinPart, {})
}

function joinPart(one: OperationPart, other: OperationPart): OperationPart {
  return {
    ...one,
    ...other,
    ...mergedMember('parameters', one, other, overrideParameters),
    ...mergedMember('responses', one, other, joinResponses),
  }
}

/** Merges a part into an operation. The part takes precedence. */
export function mergeOperation(operation: Operation, part: OperationPart): Operation {
  return {
    ...operation,
    ...part,
    ...mergedMember('parameters', operation, part, overrideParameters),
    responses: part.responses
      ? overrideResponses(operation.responses, part.responses)
      : operation.responses,
  }
}

/** Merges responses by status. The members of `added` take precedence. */
export function overrideResponses(base: Responses, added: Responses): Responses {
  return mergeResponses(base, added, overrideResponse)
}

/** Joins alternative responses, and keeps the descriptions and contents of both. */
export function joinResponses(base: Responses, added: Responses): Responses {
  return mergeResponses(base, added, join)
}

function mergedMember<K extends 'parameters' | 'responses'>(
  key: K,
  one: OperationPart,
  other: OperationPart,
  merge: (
    one: NonNullable<OperationPart[K]>,
    other: NonNullable<OperationPart[K]>,
  ) => OperationPart[K],
): Pick<OperationPart, K> | undefined {
  const first = one[key]
  const second = other[key]
  if (!first || !second) return undefined
  return { [key]: merge(first, second) } as Pick<OperationPart, K>
}

function overrideParameters(base: readonly Parameter[], added: readonly Parameter[]): Parameter[] {
  const all = new Map(base.map((parameter) => [keyOf(parameter), parameter]))
  for (const parameter of added) {
    all.set(keyOf(parameter), { ...all.get(keyOf(parameter)), ...parameter })
  }
  return [...all.values()]
}

/** Returns the location and name of a parameter. Header names are case-insensitive. */
function keyOf({ name, in: location }: Parameter): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`
}

type MergeResponse = (base: ResponseObject, added: ResponseObject) => ResponseObject

function mergeResponses(base: Responses, added: Responses, merge: MergeResponse): Responses {
  const merged: Record<string, ResponseObject> = { ...base }
  for (const [status, response] of Object.entries(added)) {
    const before = base[status]
    merged[status] = before ? merge(before, response) : response
  }
  return merged
}

function overrideResponse(base: ResponseObject, added: ResponseObject): ResponseObject {
  const headers = { ...base.headers, ...added.headers }
  return { ...base, ...added, ...(Object.keys(headers).length > 0 && { headers }) }
}

function join(base: ResponseObject, added: ResponseObject): ResponseObject {
  if (base === added) return base
  const content = joinContents(base.content, added.content)
  const sentences = new Set([base.description, added.description])
  const description = [...sentences].filter((sentence) => sentence !== undefined).join(' ')
  return {
    ...overrideResponse(base, added),
    ...(description && { description }),
    ...(content && { content }),
  }
}

function joinContents(
  base: ResponseObject['content'],
  added: ResponseObject['content'],
): ResponseObject['content'] {
  if (!base || !added) return added ?? base
  const joined = { ...base, ...added }
  for (const [type, { schema: other }] of Object.entries(added)) {
    const one = base[type]?.schema
    if (!one || !other) continue
    const members = (one['anyOf'] as readonly unknown[] | undefined) ?? [one]
    const isKnown = members.some((member) => JSON.stringify(member) === JSON.stringify(other))
    joined[type] = { schema: isKnown ? one : { anyOf: [...members, other] } }
  }
  return joined
}
