import { eachFailure, mostEntries, toFieldErrors } from './field-errors.ts'
import { Message, type FailureDetail } from './message.ts'

/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

/** What a client is told; `more` where there are further failures. */
export interface Failures {
  readonly errors: FieldErrors
  readonly more?: true
  readonly details?: readonly FailureDetail[]
}

/** Key, message, key, message … */
type Found = readonly (string | Message)[]

// Bad input is no bug: where it was found says nothing, and V8 takes longer to set up an `Error` with its
// stack than the whole validation takes. So this is an `Error` by its prototype alone.
const ErrorWithoutStack = function () {} as unknown as new () => Error
ErrorWithoutStack.prototype = Object.create(Error.prototype)

// Few applications ask for details, and a further field would make every failure slower.
const detailed = new WeakSet<ValidationFailed>()

/** Data did not fit its declaration. Becomes status 422 with `{ errors }`, and `more: true` where `more` is. */
export class ValidationFailed extends ErrorWithoutStack {
  readonly errors: FieldErrors
  /** Whether there are more failures than `errors` holds. */
  readonly more: boolean
  readonly #subject: string
  #found: Found | undefined

  /** `subject` names what was not valid, such as the class of a DTO; `found` has the codes of its messages. */
  constructor(errors: FieldErrors, subject = 'The data', more = false, found?: Found) {
    super()
    this.errors = errors
    this.more = more
    this.#subject = subject
    this.#found = found
  }

  /** An error of what was found. */
  static of(found: Found, subject: string): ValidationFailed {
    const more = found.length > mostEntries
    const told = more ? found.slice(0, mostEntries) : found
    return new ValidationFailed(toFieldErrors(found), subject, more, told)
  }

  /** Each failure with the code and parameters of its message. */
  get details(): readonly FailureDetail[] {
    return [...eachFailure(this.#all)]
  }

  /** The same in other words; undefined leaves a message as it is. With `showsDetails` clients are told the details, too. */
  reworded(
    word: (message: Message) => string | undefined,
    showsDetails: boolean,
  ): ValidationFailed {
    const found = this.#all.map((told) => {
      const text = told instanceof Message && !told.isOwn ? word(told) : undefined
      return text === undefined ? told : (told as Message).withText(text)
    })
    const failed = new ValidationFailed(toFieldErrors(found), this.#subject, this.more, found)
    if (showsDetails) detailed.add(failed)
    return failed
  }

  get #all(): Found {
    this.#found ??= Object.entries(this.errors).flatMap(([key, messages]) =>
      messages.flatMap((message) => [key, message]),
    )
    return this.#found
  }

  /** What the client is told. */
  toJSON(): Failures {
    const { errors } = this
    return {
      errors,
      ...(this.more && { more: true }),
      ...(detailed.has(this) && { details: this.details }),
    }
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
