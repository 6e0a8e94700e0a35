/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

/** Data did not fit its declaration. Becomes status 422 with `{ errors }`. */
export class ValidationFailed extends Error {
  readonly errors: FieldErrors

  /** `subject` names what was not valid, such as the class of a DTO. */
  constructor(errors: FieldErrors, subject = 'The data') {
    // Bad input is no bug: where it was found says nothing, and taking down the stack would cost more
    // than the whole validation.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    const [key = ''] = Object.keys(errors)
    super(`${subject} is not valid: ${key} ${errors[key]?.[0]}`)
    Error.stackTraceLimit = stackTraceLimit
    this.errors = errors
  }
}

ValidationFailed.prototype.name = 'ValidationFailed'
