/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

// Bad input is no bug: where it was found says nothing, and V8 takes longer to set up an `Error` with its
// stack than the whole validation takes. So this is an `Error` by its prototype alone.
const ErrorWithoutStack = function () {} as unknown as new () => Error
ErrorWithoutStack.prototype = Object.create(Error.prototype)

/** Data did not fit its declaration. Becomes status 422 with `{ errors }`. */
export class ValidationFailed extends ErrorWithoutStack {
  readonly errors: FieldErrors
  readonly #subject: string

  /** `subject` names what was not valid, such as the class of a DTO. */
  constructor(errors: FieldErrors, subject = 'The data') {
    super()
    this.errors = errors
    this.#subject = subject
  }

  override get message(): string {
    const [key = ''] = Object.keys(this.errors)
    return `${this.#subject} is not valid: ${key} ${this.errors[key]?.[0]}`
  }

  override get stack(): string {
    return String(this)
  }
}

ValidationFailed.prototype.name = 'ValidationFailed'
