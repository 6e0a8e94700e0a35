import { toError } from '../../../base/logging/thrown.ts'
import type { Section } from './error-page.ts'
import { framesOf, placeOf, toFrames, type SourcePlace } from './source-place.ts'

/** An error as data. */
export interface ExplainedError extends Partial<SourcePlace> {
  readonly name: string
  readonly message: string
  /** The stack frames, innermost first. */
  readonly stack: readonly string[]
  readonly cause?: ExplainedError
  /** The inner errors of an `AggregateError`. */
  readonly errors?: readonly ExplainedError[]
}

/** The maximum depth of causes. */
const depth = 8

/** The maximum number of inner errors of an `AggregateError`. */
const breadth = 10

/** Describes a thrown value, its causes, and the source code around each. */
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

/** Returns an error and its causes as sections of a page. */
export function sectionsOf(error: ExplainedError, folder: string, role = ''): Section[] {
  const { name, message, stack, cause, errors = [], ...place } = error
  return [
    { code: role + name, text: message, ...place, frames: toFrames(stack, folder) },
    ...(cause ? sectionsOf(cause, folder, 'Caused by ') : []),
    ...errors.flatMap((one) => sectionsOf(one, folder, 'With ')),
  ]
}
