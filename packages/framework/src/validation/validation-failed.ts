/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

/** Data did not fit its declaration. Becomes status 422 with `{ errors }`. */
export class ValidationFailed extends Error {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors, subject = 'The data') {
    super(`${subject} is not valid: ${JSON.stringify(errors)}`)
    this.errors = errors
  }

  override get name(): string {
    return 'ValidationFailed'
  }
}
