import { attribute } from '../../base/reflection/attribute.ts'

export class ErrorHandlerAttribute {
  readonly status: number | undefined
  readonly description: string | undefined

  constructor(status?: number, description?: string) {
    if (status !== undefined && !(status >= 200 && status <= 599)) {
      throw new RangeError(`a response has a status from 200 to 599, not ${status}.`)
    }
    this.status = status
    this.description = description
  }
}

/**
 * Marks a method that converts errors to responses. It handles the errors of its first parameter's class, and of
 * subclasses; a handler of `Error` does not handle `HttpError` and `ValidationFailed`. `status` is the status of the
 * response. Default: the status of an `HttpError`, 422 for `ValidationFailed`, otherwise 500.
 */
export const ErrorHandler = attribute(ErrorHandlerAttribute)
