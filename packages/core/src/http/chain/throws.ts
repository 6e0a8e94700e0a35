import { HttpError } from '../message/http-error.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import type { ErrorHandlers } from '../error-handling/error-handlers.ts'
import { InvalidErrorHandler } from '../error-handling/errors.ts'
import { refuseUndefined } from './middleware.ts'
import type { Route } from '../routing/route.ts'

export class ThrowsAttribute {
  readonly errors: readonly Class[]

  constructor(...errors: Class[]) {
    if (errors.length === 0)
      throw new TypeError('@Throws() has no argument. Pass one or more error classes.')
    refuseUndefined('@Throws', errors)
    this.errors = errors
  }
}

/** Documents the errors that a method, or the methods of a class, may throw, with the responses to the errors. */
export const Throws = attribute(ThrowsAttribute, '…')

/**
 * Returns the errors in the `@Throws` decorators of a route. Throws if it is unknown how one of them is converted to a
 * response.
 */
export function thrownBy(
  route: Route,
  declared: readonly object[],
  handlers: ErrorHandlers,
): readonly Class[] {
  const thrown = declared.flatMap((use) => (use instanceof ThrowsAttribute ? use.errors : []))
  for (const type of thrown) {
    const problem = problemOf(type, handlers)
    if (problem === undefined) continue
    const { class: owner, method } = route.declaration
    throw new InvalidErrorHandler(
      `${owner.name}.${method.name}`,
      method.at,
      `@Throws(${type.name}) has no effect: ${problem}`,
    )
  }
  return thrown
}

function problemOf(type: Class, handlers: ErrorHandlers): string | undefined {
  const handler = handlers.of(type)
  if (isSameOrSubclass(type, HttpError)) {
    if (handler?.status !== undefined || handler?.method.repliesOnly) return undefined
    return 'an HttpError has no fixed status. Handle it with @ErrorHandler(status), or use @ApiResponse(status, description).'
  }
  if (handler || isSameOrSubclass(type, ValidationFailed)) return undefined
  return 'the error has no handler. Write an @ErrorHandler for it.'
}

/** True if a class is `parent` or extends it. */
export function isSameOrSubclass({ prototype }: Class, parent: Class): boolean {
  return prototype === parent.prototype || prototype instanceof parent
}
