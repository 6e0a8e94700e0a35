import type { ErrorHandler, ErrorHandlers } from '../../http/error-handling/error-handlers.ts'
import type { Route } from '../../http/routing/route.ts'
import { isSameOrSubclass } from '../../http/chain/throws.ts'
import { HttpError } from '../../http/message/http-error.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { SchemaComponents } from '../../data/schema/components.ts'
import type { Content, Operation, ResponseObject } from '../../data/schema/operation.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import type { ErrorContents } from './error-contents.ts'
import { failures, failuresOf, reasonOf } from './failures.ts'
import { joinResponses } from './merge-operation.ts'
import { responseSchema } from '../../data/schema/response-schema.ts'
import { dataByStatus, returnedSchema } from './returned-schema.ts'

type Responses = Readonly<Record<string, ResponseObject>>

/** The documented errors of an application, in the format of their handlers or in the default format. */
export class DescribedErrors {
  readonly #handlers: ErrorHandlers
  readonly #defaults: ErrorContents
  readonly #components: SchemaComponents
  readonly #failures = new Map<number, Responses>()
  /** The responses by their status codes, cached because most routes have the same ones. */
  readonly #refusals = new Map<string, Responses>()

  constructor(handlers: ErrorHandlers, defaults: ErrorContents, components: SchemaComponents) {
    this.#handlers = handlers
    this.#defaults = defaults
    this.#components = components
  }

  /** Returns the error responses that the framework itself may send for a route. */
  refusals(route: Route, access: readonly number[]): Responses {
    const statuses = failuresOf(route, access)
    const key = statuses.join(' ')
    const known = this.#refusals.get(key)
    if (known) return known
    const found = statuses.map((status) => this.#failure(status)).reduce(joinResponses, {})
    this.#refusals.set(key, found)
    return found
  }

  /** Returns the responses for a thrown error class. */
  thrown(type: Class): Responses {
    const handler = this.#handlers.of(type)
    if (!handler) return this.#failure(422)
    return this.#handlerResponses(handler, isSameOrSubclass(type, ValidationFailed) ? 422 : 500)
  }

  /** Returns the response for `Reply.error` or a redirect, which no handler formats. */
  returned(status: number): ResponseObject {
    const description = reasonOf(status)
    return status < 400 ? { description } : { description, content: this.#defaults.error }
  }

  /** Adds the default error body to an error without content, and a description to every response. */
  complete(status: string, response: ResponseObject): ResponseObject {
    const { description = reasonOf(Number(status)), content, ...rest } = response
    if (content && Object.keys(content).length === 0) return { description, ...rest }
    if (content || Number(status) < 400)
      return response.description ? response : { ...response, description }
    return { description, ...rest, content: this.#everyError }
  }

  /** Replaces a response that many routes have with a reference to a shared one. */
  toReference(status: string, response: ResponseObject): ResponseObject {
    const shared = this.#failures.get(Number(status))
    const [name] = failures[status] ?? []
    return shared?.[status] === response ? { $ref: `#/components/responses/${name}` } : response
  }

  /** Returns the shared responses that operations refer to, by name. */
  shared(operations: readonly Operation[]): Record<string, ResponseObject> {
    const used = [...this.#failures].filter(([status]) =>
      operations.some(({ responses }) => responses[status]?.$ref !== undefined),
    )
    return Object.fromEntries(
      used
        .toSorted(([one], [other]) => one - other)
        .map(([status, responses]) => [
          failures[status]?.[0] as string,
          responses[status] as ResponseObject,
        ]),
    )
  }

  #failure(status: number): Responses {
    const known = this.#failures.get(status)
    if (known) return known
    const handler = this.#handlers.of(status === 422 ? ValidationFailed : HttpError)
    const [, defaultDescription = ''] = failures[status] ?? []
    const description = (status === 422 && handler?.description) || defaultDescription
    const content = status === 422 ? this.#defaults.failures : this.#defaults.error
    const found = handler
      ? this.#handlerResponses(handler, status, description)
      : { [status]: { description, content } }
    this.#failures.set(status, found)
    return found
  }

  /** Returns the responses of a handler. `errorStatus` is the status of the error itself. */
  #handlerResponses(
    handler: ErrorHandler,
    errorStatus: number,
    description = handler.description,
  ): Responses {
    const { method } = handler
    const found: Record<string, ResponseObject> = {}
    for (const each of method.replies) found[each] = this.returned(each)
    if (method.repliesOnly) return found
    const carried = dataByStatus(method.returns)
    for (const [status, type] of carried) {
      const content = { 'application/json': { schema: responseSchema(type, this.#components) } }
      found[status] = { description: handler.description ?? reasonOf(status), content }
    }
    if (carried.size > 0 && !returnedSchema(method, this.#components)) return found
    const status = handler.status ?? errorStatus
    const content = this.#contentOf(handler, errorStatus === 422)
    return joinResponses(found, {
      [status]: { description: description ?? reasonOf(status), content },
    })
  }

  /**
   * Returns the content that a handler produces; empty if its return type does not specify it. If
   * the handler may return nothing, the default content is included.
   */
  #contentOf({ method }: ErrorHandler, isValidation: boolean): Content {
    const defaultContent = isValidation ? this.#defaults.failures : this.#defaults.error
    if (method.returns?.kind === 'void') return defaultContent
    const schema = returnedSchema(method, this.#components)
    const content: Content = schema ? { 'application/json': { schema } } : {}
    if (!method.returnsOptional) return content
    return (
      joinResponses({ 0: { content } }, { 0: { content: defaultContent } })[0]?.content ??
      defaultContent
    )
  }

  get #everyError(): Content {
    const handler = this.#handlers.of(HttpError)
    return handler ? this.#contentOf(handler, false) : this.#defaults.error
  }
}
