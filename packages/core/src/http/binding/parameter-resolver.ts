import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import { isAbortSignal, type Class, type TypeInfo } from '../../base/reflection/type-info.ts'
import {
  suppliedByRequest,
  type HttpRequest,
  type RequestContext,
} from '../message/http-request.ts'
import type { ValidationErrors } from '../../data/validation/validation-errors.ts'
import { unknownPlan } from '../../data/validation/plans/unknown.ts'
import type { Slot, ValuePlan } from '../../data/validation/value-plan.ts'
import { checkBody, checkSlot } from './check-slot.ts'
import { nestFields } from './nest-fields.ts'
import type { DecodedBody } from './read-body.ts'
import { readPairs, toFields, valueOf, type Pairs } from './read-query.ts'

/** The source of a parameter's value, determined when the method is registered. */
export interface ParameterResolver {
  readonly kind: 'body' | 'query' | 'header' | 'cookie' | 'path' | 'upload' | 'request' | 'default'
  /** The name of the parameter, or of its header or cookie. */
  readonly name: string
  /** The type for the OpenAPI document. Absent for values that the client does not send. */
  readonly slot?: Slot
  /** Reads, casts and validates the value. Errors are added to `invocation.errors`. */
  resolve(invocation: Invocation): unknown
}

/** A call of a method, with the data from which its arguments are read. */
export class Invocation {
  readonly request: HttpRequest
  /** The decoded values of the path's placeholders, in order. */
  readonly pathValues: readonly string[]
  readonly body: DecodedBody | undefined
  /** Alternating keys and messages. */
  readonly errors: ValidationErrors = []
  #query: Pairs | undefined

  constructor(request: HttpRequest, pathValues: readonly string[], body: DecodedBody | undefined) {
    this.request = request
    this.pathValues = pathValues
    this.body = body
  }

  get context(): RequestContext | undefined {
    return this.request.context
  }

  get query(): Pairs {
    return (this.#query ??= readPairs(this.request.query))
  }
}

/**
 * Resolves the decoded body. If the body is empty, an optional parameter is undefined, a nullable one is null, and any
 * other one is validated as an empty object.
 */
export function fromBody(name: string, slot: Slot): ParameterResolver {
  const check = checkBody(slot, name)
  const read = ({ body, errors }: Invocation) =>
    check(body?.needsCast ? slot.plan.cast(body.value) : body?.value, errors)
  const missing = slot.optional ? undefined : null
  const resolve = mayBeEmpty(slot)
    ? (invocation: Invocation) => (invocation.body?.isEmpty ? missing : read(invocation))
    : read
  return { kind: 'body', name, slot, resolve }
}

/** True if the body may be missing: the parameter is optional, has a default, or accepts null and is not `unknown`. */
export function mayBeEmpty({ optional, nullable, plan }: Slot): boolean {
  return optional || (nullable && plan !== unknownPlan)
}

/** Resolves the query value with the name of the parameter. A parameter of an object type receives all query values. */
export function fromQuery(name: string, slot: Slot): ParameterResolver {
  if (slot.plan.jsonTypes.length === 1 && slot.plan.jsonTypes[0] === 'object') {
    const check = checkBody(slot, name)
    return {
      kind: 'query',
      name,
      slot,
      resolve: ({ query, errors }) => check(slot.plan.cast(nestFields(toFields(query))), errors),
    }
  }
  // A missing query value is not an error. A parameter that is optional or has a default receives
  // undefined, any other parameter receives null.
  const check = checkSlot({ ...slot, optional: true }, name)
  const missing = slot.optional ? undefined : null
  const read = slot.plan.jsonTypes.includes('array') ? listOf : valueOf
  return {
    kind: 'query',
    name,
    slot,
    resolve: ({ query, errors }) => {
      const text = read(query, name)
      return text === undefined ? missing : check(slot.plan.cast(text), errors)
    },
  }
}

/** Returns the values of a list: `tags=a&tags=b`, `tags[]=a&tags[]=b`, or `tags[0]=a&tags[1]=b`. */
function listOf(query: Pairs, name: string): unknown {
  const start = `${name}[`
  for (let index = 0; index < query.length; index += 2) {
    if (query[index]?.startsWith(start)) return nestFields(toFields(query))[name]
  }
  return valueOf(query, name)
}

/**
 * Resolves a header or cookie. A list is comma-separated. A missing header or cookie is handled like a missing query
 * value.
 */
export function fromHeaderOrCookie(
  kind: 'header' | 'cookie',
  name: string,
  slot: Slot,
  read: (request: HttpRequest) => string | undefined,
): ParameterResolver {
  const check = checkSlot({ ...slot, optional: true }, name)
  const missing = slot.optional ? undefined : null
  const { plan } = slot
  const cast = isList(plan)
    ? (text: string) => plan.cast(text.split(',').map((part) => part.trim()))
    : plan.cast
  return {
    kind,
    name,
    slot,
    resolve: ({ request, errors }) => {
      const text = read(request)
      return text === undefined ? missing : check(cast(text), errors)
    },
  }
}

/** True if a value is always a list. */
export function isList({ jsonTypes }: ValuePlan): boolean {
  return jsonTypes.every((type) => type === 'array') && jsonTypes.length > 0
}

/** Resolves the value of the placeholder at `index` of the path. */
export function fromPath(name: string, slot: Slot, index: number): ParameterResolver {
  const check = checkSlot(slot, name)
  const { plan } = slot
  return {
    kind: 'path',
    name,
    slot,
    resolve: ({ pathValues, errors }) => check(plan.cast(pathValues[index]), errors),
  }
}

export function isUpload(type: TypeInfo): boolean {
  if (type.kind === 'array') return isUpload(type.items)
  return type.kind === 'builtin' && type.name === 'File'
}

/** Resolves the uploaded file with the name of the parameter, or all such files for a list. */
export function fromUpload(name: string, slot: Slot): ParameterResolver {
  const check = checkSlot(slot, name)
  const missing = slot.nullable && !slot.optional ? null : undefined
  return {
    kind: 'upload',
    name,
    slot,
    resolve: ({ body, errors }) => {
      const fields = body?.needsCast ? (body.value as Record<string, unknown>) : {}
      return check(slot.plan.cast(fields[name]) ?? missing, errors)
    },
  }
}

/** Resolves an `AbortSignal` or web `Request`. Returns undefined for other types. */
export function fromRequest(name: string, type: TypeInfo): ParameterResolver | undefined {
  if (isAbortSignal(type)) return ofRequest(name, (request) => request.signal)
  if (type.kind !== 'builtin' || type.name !== 'Request') return undefined
  return ofRequest(name, (request) => request.toRequest())
}

/** Resolves a value that middleware or the request provides. */
export function fromSupplied(
  { name, type, optional }: ParameterReflection,
  supplied: Class,
): ParameterResolver {
  const missing = optional ? undefined : null
  const read =
    suppliedByRequest.get(supplied) ??
    (optional || type.nullable
      ? ({ context }: HttpRequest) => context?.find(supplied) ?? missing
      : (request: HttpRequest) => request.get(supplied))
  return ofRequest(name, read)
}

function ofRequest(name: string, read: (request: HttpRequest) => unknown): ParameterResolver {
  return { kind: 'request', name, resolve: ({ request }) => read(request) }
}

/** Passes undefined, so that the default of the parameter applies. */
export function fromDefault(name: string): ParameterResolver {
  return { kind: 'default', name, resolve: () => undefined }
}
