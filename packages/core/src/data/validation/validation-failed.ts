import {
  eachFailure,
  maxEntries,
  toFieldErrors,
  type Failures,
  type FieldErrors,
} from './field-errors.ts'
import { Message, type FailureDetail } from './message.ts'

/** Alternating keys and messages. */
type KeysAndMessages = readonly (string | Message)[]

// Invalid input is not a bug, so the stack is not needed, and V8 takes longer to capture it than the whole validation
// takes. Therefore only the prototype of `Error` is used, not its constructor.
const ErrorWithoutStack = function () {} as unknown as new () => Error
ErrorWithoutStack.prototype = Object.create(Error.prototype)

// The errors whose JSON includes `details`. A property would slow down every error, and few applications need it.
const detailed = new WeakSet<ValidationFailed>()

/**
 * Thrown if data is not valid. Becomes a 422 response with `{ errors }`, and with `more: true` if there are more
 * errors.
 */
export class ValidationFailed extends ErrorWithoutStack {
  readonly errors: FieldErrors
  /** True if there are more errors than `errors` contains. */
  readonly more: boolean
  readonly #subject: string
  #keysAndMessages: KeysAndMessages | undefined

  /**
   * `subject` names the invalid data, such as the class of a DTO. `keysAndMessages` contains the errors with the codes
   * of their messages.
   */
  constructor(
    errors: FieldErrors,
    subject = 'The data',
    more = false,
    keysAndMessages?: KeysAndMessages,
  ) {
    super()
    this.errors = errors
    this.more = more
    this.#subject = subject
    this.#keysAndMessages = keysAndMessages
  }

  /** Creates an error from alternating keys and messages. */
  static of(keysAndMessages: KeysAndMessages, subject: string): ValidationFailed {
    const more = keysAndMessages.length > maxEntries
    const listed = more ? keysAndMessages.slice(0, maxEntries) : keysAndMessages
    return new ValidationFailed(toFieldErrors(keysAndMessages), subject, more, listed)
  }

  /** The errors with the codes and parameters of their messages. */
  get details(): readonly FailureDetail[] {
    return [...eachFailure(this.#allErrors)]
  }

  /**
   * Returns a copy with translated messages. If `translate` returns undefined, the message is kept. With
   * `showsDetails`, the JSON includes the details.
   */
  translated(
    translate: (message: Message) => string | undefined,
    showsDetails: boolean,
  ): ValidationFailed {
    const keysAndMessages = this.#allErrors.map((listed) => {
      const text = listed instanceof Message && !listed.isOwn ? translate(listed) : undefined
      return text === undefined ? listed : (listed as Message).withText(text)
    })
    const failed = new ValidationFailed(
      toFieldErrors(keysAndMessages),
      this.#subject,
      this.more,
      keysAndMessages,
    )
    if (showsDetails) detailed.add(failed)
    return failed
  }

  get #allErrors(): KeysAndMessages {
    this.#keysAndMessages ??= Object.entries(this.errors).flatMap(([key, messages]) =>
      messages.flatMap((message) => [key, message]),
    )
    return this.#keysAndMessages
  }

  /** Returns the JSON for the client. */
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
