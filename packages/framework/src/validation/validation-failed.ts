/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

/** What a client is told; `more` where there are further failures. */
export interface Failures {
  readonly errors: FieldErrors
  readonly more?: true
}

// Bad input is no bug: where it was found says nothing, and V8 takes longer to set up an `Error` with its
// stack than the whole validation takes. So this is an `Error` by its prototype alone.
const ErrorWithoutStack = function () {} as unknown as new () => Error
ErrorWithoutStack.prototype = Object.create(Error.prototype)

/** Data did not fit its declaration. Becomes status 422 with `{ errors }`, and `more: true` where `more` is. */
export class ValidationFailed extends ErrorWithoutStack {
  readonly errors: FieldErrors
  /** Whether there are more failures than `errors` holds. */
  readonly more: boolean
  readonly #subject: string

  /** `subject` names what was not valid, such as the class of a DTO. */
  constructor(errors: FieldErrors, subject = 'The data', more = false) {
    super()
    this.errors = errors
    this.more = more
    this.#subject = subject
  }

  /** What the client is told. */
  toJSON(): Failures {
    const { errors } = this
    return this.more ? { errors, more: true } : { errors }
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
