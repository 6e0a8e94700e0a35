import { toError } from '../../logging/thrown.ts'
import type { Section } from './error-page.ts'
import { framesOf, placeOf, type SourcePlace } from './source-place.ts'

/** An error as a program can read it. */
export interface ExplainedError extends Partial<SourcePlace> {
  readonly name: string
  readonly message: string
  /** Where it was raised and called, the innermost first. */
  readonly stack: readonly string[]
  readonly cause?: ExplainedError
  /** Those of an `AggregateError`. */
  readonly errors?: readonly ExplainedError[]
}

/** How many errors are told below each other. */
const depth = 8

/** How many errors are told beside each other. */
const breadth = 10

/** What was thrown, with its causes and the source around each. */
export function explainError(thrown: unknown, folder: string, level = 0): ExplainedError {
  const error = toError(thrown)
  const { name, message, cause } = error
  const errors: unknown = 'errors' in error ? error.errors : undefined
  const explain = (inner: unknown) => explainError(inner, folder, level + 1)
  const goesOn = level + 1 < depth
  return {
    name,
    message,
    ...placeOf(error, folder),
    stack: framesOf(error).map((frame) => frame.replace(`file://${folder}/`, '')),
    ...(goesOn && cause !== undefined && { cause: explain(cause) }),
    ...(goesOn && Array.isArray(errors) && { errors: errors.slice(0, breadth).map(explain) }),
  }
}

/** An error, then what has caused it, as sections of a page. */
export function sectionsOf(error: ExplainedError, role = ''): Section[] {
  const { name, message, stack, cause, errors = [], ...place } = error
  return [
    { code: role + name, text: message, ...place, frames: stack },
    ...(cause ? sectionsOf(cause, 'Caused by ') : []),
    ...errors.flatMap((one) => sectionsOf(one, 'With ')),
  ]
}
