import { types } from 'node:util'
import { HttpError } from '../message/http-error.ts'
import { HttpRequest } from '../message/http-request.ts'
import { tryRead } from '../../base/logging/thrown.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import {
  markedMethods,
  placeOfMarked,
  type MarkedMethod,
} from '../../base/reflection/marked-methods.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { classesOf } from '../../base/reflection/type-tree.ts'
import { typeText, unreadableText } from '../../base/reflection/type-text.ts'
import { responseForm } from '../responses/response-form.ts'
import type { ToJsonForm } from '../../data/schema/json-form.ts'
import { refuseUnreadable } from '../../data/validation/refuse-unreadable.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import { ErrorHandlerAttribute } from './error-handler.ts'
import { DuplicateErrorHandler, InvalidErrorHandler } from './errors.ts'

/** A method that returns the response to errors. */
export interface ErrorHandler {
  readonly class: Class
  /** The method, as `Class.method`. */
  readonly owner: string
  readonly method: MethodReflection
  readonly status: number | undefined
  readonly description: string | undefined
  /** Converts the returned value to a JSON value, if its type needs a conversion. */
  readonly toJsonForm: ToJsonForm | undefined
}

/** The error handlers of an application, by error class. */
export class ErrorHandlers {
  readonly #byPrototype = new Map<object, ErrorHandler>()

  /** The handlers in the order of registration. */
  get all(): ReadonlySet<ErrorHandler> {
    return new Set(this.#byPrototype.values())
  }

  /** Adds the methods of a class that are marked with `@ErrorHandler`. Throws if they are invalid. */
  register(type: Class): void {
    const all = markedMethods(type, isErrorHandler, InvalidErrorHandler)
    attemptEach(all, placeOfMarked, (marked) => {
      const handler = createHandler(marked)
      for (const error of errorsOf(marked)) this.#add(error, handler)
    })
  }

  /** Returns the handler for a thrown value, which is the handler of its class or of the closest superclass. */
  find(thrown: unknown): ErrorHandler | undefined {
    if (this.#byPrototype.size === 0) return undefined
    return tryRead(thrown, (error) =>
      // The prototype chain of a proxy may never end.
      typeof error !== 'object' || error === null || types.isProxy(error)
        ? undefined
        : this.#nearest(Object.getPrototypeOf(error) as object | null),
    )
  }

  /** Returns the handler for errors of a class. */
  of(type: Class): ErrorHandler | undefined {
    return this.#nearest(type.prototype as object)
  }

  /**
   * Finds the closest handler. Stops at `HttpError` and `ValidationFailed`, which the framework formats unless they
   * have a handler.
   */
  #nearest(prototype: object | null): ErrorHandler | undefined {
    let each = prototype
    while (each) {
      const found = this.#byPrototype.get(each)
      if (found || each === HttpError.prototype || each === ValidationFailed.prototype) return found
      each = Object.getPrototypeOf(each) as object | null
    }
    return undefined
  }

  #add(error: Class, handler: ErrorHandler): void {
    const key = error.prototype as object
    const first = this.#byPrototype.get(key)
    if (first) throw new DuplicateErrorHandler(error.name, first.owner, handler.owner)
    this.#byPrototype.set(key, handler)
  }
}

function isErrorHandler(use: object): use is ErrorHandlerAttribute {
  return use instanceof ErrorHandlerAttribute
}

type Marked = MarkedMethod<ErrorHandlerAttribute>

function createHandler({ reflection, method, use, owner }: Marked): ErrorHandler {
  const [, second, ...more] = method.parameters
  const isOfRequest = second?.type.kind === 'class' && second.type.class === HttpRequest
  if (more.length > 0 || (second && !isOfRequest)) {
    const problem =
      'an error handler takes the error, and optionally the HttpRequest. Inject everything else in the constructor.'
    throw new InvalidErrorHandler(owner, method.at, problem)
  }
  if (method.returns) refuseUnreadable(method.returns, `${owner}, return type`)
  const { status, description } = use
  const toJsonForm = method.returns && responseForm(method.returns)
  return { class: reflection.class, owner, method, status, description, toJsonForm }
}

function errorsOf({ method, owner }: Marked): readonly Class[] {
  const [error] = method.parameters
  if (!error) {
    const problem = 'an error handler takes the error. Declare it as the first parameter.'
    throw new InvalidErrorHandler(owner, method.at, problem)
  }
  const classes = classesOf(error.type, globalError)
  if (classes) return classes
  const problem =
    error.type.kind === 'unreadable'
      ? unreadableText(error.type)
      : `cannot determine the errors that "${error.name}" (${typeText(error.type)}) takes. ` +
        'Declare a class: errors are matched by class.'
  throw new InvalidErrorHandler(owner, error.at, problem)
}

/**
 * Resolves `Error` and other global error classes. The transform does not read their types, because they are never
 * data.
 */
function globalError(type: TypeInfo): readonly Class[] | undefined {
  if (type.kind !== 'unreadable') return undefined
  const found = (globalThis as Record<string, unknown>)[type.text]
  if (typeof found !== 'function') return undefined
  const isError = found === Error || found.prototype instanceof Error
  return isError ? [found as unknown as Class] : undefined
}
