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
    ...joinedBy('parameters', one, other, layParameters),
    ...joinedBy('responses', one, other, joinResponses),
  }
}

/** Merges a part into an operation. The part takes precedence. */
export function mergeOperation(operation: Operation, part: OperationPart): Operation {
  return {
    ...operation,
    ...part,
    ...joinedBy('parameters', operation, part, layParameters),
    responses: part.responses
      ? layResponses(operation.responses, part.responses)
      : operation.responses,
  }
}

/** Merges responses by status. The members of `given` take precedence. */
export function layResponses(known: Responses, given: Responses): Responses {
  return mergeResponses(known, given, lay)
}

/** Joins alternative responses, and keeps the descriptions and contents of both. */
export function joinResponses(known: Responses, given: Responses): Responses {
  return mergeResponses(known, given, join)
}

function joinedBy<K extends 'parameters' | 'responses'>(
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

function layParameters(known: readonly Parameter[], given: readonly Parameter[]): Parameter[] {
  const all = new Map(known.map((parameter) => [keyOf(parameter), parameter]))
  for (const parameter of given) {
    all.set(keyOf(parameter), { ...all.get(keyOf(parameter)), ...parameter })
  }
  return [...all.values()]
}

/** Header names are case-insensitive. */
function keyOf({ name, in: place }: Parameter): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

type MergeResponse = (known: ResponseObject, given: ResponseObject) => ResponseObject

function mergeResponses(known: Responses, given: Responses, merge: MergeResponse): Responses {
  const merged: Record<string, ResponseObject> = { ...known }
  for (const [status, response] of Object.entries(given)) {
    const before = known[status]
    merged[status] = before ? merge(before, response) : response
  }
  return merged
}

function lay(known: ResponseObject, given: ResponseObject): ResponseObject {
  const headers = { ...known.headers, ...given.headers }
  return { ...known, ...given, ...(Object.keys(headers).length > 0 && { headers }) }
}

function join(known: ResponseObject, given: ResponseObject): ResponseObject {
  if (known === given) return known
  const content = joinContents(known.content, given.content)
  const sentences = new Set([known.description, given.description])
  const description = [...sentences].filter((sentence) => sentence !== undefined).join(' ')
  return { ...lay(known, given), ...(description && { description }), ...(content && { content }) }
}

function joinContents(
  known: ResponseObject['content'],
  given: ResponseObject['content'],
): ResponseObject['content'] {
  if (!known || !given) return given ?? known
  const joined = { ...known, ...given }
  for (const [type, { schema: other }] of Object.entries(given)) {
    const one = known[type]?.schema
    if (!one || !other) continue
    const members = (one['anyOf'] as readonly unknown[] | undefined) ?? [one]
    const isKnown = members.some((member) => JSON.stringify(member) === JSON.stringify(other))
    joined[type] = { schema: isKnown ? one : { anyOf: [...members, other] } }
  }
  return joined
}
