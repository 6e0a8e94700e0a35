import { toError } from '../../../base/logging/thrown.ts'
import type { Section } from './error-page.ts'
import { framesOf, locationOf, toFrames, type SourceLocation } from './source-location.ts'

/** A thrown error with its causes and source code, which can be converted to JSON. */
export interface ExplainedError extends Partial<SourceLocation> {
  readonly name: string
  readonly message: string
  /** The stack frames, innermost first. */
  readonly stack: readonly string[]
  readonly cause?: ExplainedError
  /** The inner errors of an `AggregateError`. */
  readonly errors?: readonly ExplainedError[]
}

/** The maximum depth of causes and inner errors. */
const maxDepth = 8

/** The maximum number of inner errors of an `AggregateError`. */
const maxErrors = 10

/** Describes a thrown value, its causes, and the source code around each. */
export function explainError(thrown: unknown, folder: string, level = 0): ExplainedError {
  const error = toError(thrown)
  const { name, message, cause } = error
  const errors: unknown = 'errors' in error ? error.errors : undefined
  const explain = (inner: unknown) => explainError(inner, folder, level + 1)
  const hasMoreLevels = level + 1 < maxDepth
  return {
    name,
    message,
    ...locationOf(error, folder),
    stack: framesOf(error).map((frame) => frame.replace(`file://${folder}/`, '')),
    ...(hasMoreLevels && cause !== undefined && { cause: explain(cause) }),
    ...(hasMoreLevels &&
      Array.isArray(errors) && { errors: errors.slice(0, maxErrors).map(explain) }),
  }
}

/** Returns an error and its causes as sections of a page. */
export function sectionsOf(error: ExplainedError, folder: string, role = ''): Section[] {
  const { name, message, stack, cause, errors = [], ...location } = error
  return [
    { code: role + name, text: message, ...location, frames: toFrames(stack, folder) },
    ...(cause ? sectionsOf(cause, folder, 'Caused by ') : []),
    ...errors.flatMap((one) => sectionsOf(one, folder, 'With ')),
  ]
}
