import { attribute } from '../../reflection/attribute.ts'

export class ErrorHandlerAttribute {
  readonly status: number | undefined
  readonly description: string | undefined

  constructor(status?: number, description?: string) {
    if (status !== undefined && !(status >= 200 && status <= 599)) {
      throw new RangeError(`an answer has a status from 200 to 599, and ${status} is none.`)
    }
    this.status = status
    this.description = description
  }
}

/**
 * Marks a method that words the answer to the errors of its first parameter's class, and to those that extend it. What it
 * returns is sent with `status`; without one with that of an `HttpError`, else 422 for `ValidationFailed` and 500.
 */
export const ErrorHandler = attribute(ErrorHandlerAttribute)
