import { toError } from '../../../base/logging/thrown.ts'
import { placeInMessage, readPlace, type SourcePlace } from './source-place.ts'

/** The reason why an application is not running. */
export interface ErrorReport {
  readonly error: string
  readonly problems: readonly Problem[]
}

/** One of its errors. */
export interface Problem extends Partial<SourcePlace> {
  /** The name of the error. */
  readonly code: string
  readonly text: string
  /** The advice on how to fix the error. */
  readonly remedy?: string
}

/** Describes why the boot of the application in a folder failed, with all errors that were found. */
export function toErrorReport(
  thrown: unknown,
  found: readonly Problem[],
  folder: string,
): ErrorReport {
  const error = toError(thrown)
  const problems = found.map((problem) => withSource(problem, folder))
  if (!isAmong(found, thrown)) {
    problems.unshift({ code: error.name, text: error.message, ...placeInMessage(error, folder) })
  }
  return { error: 'The application does not start.', problems }
}

/** True if the error that ended the boot is one of `found`. */
export function isAmong(found: readonly Problem[], thrown: unknown): boolean {
  const { message } = toError(thrown)
  return found.some(({ text }) => text === message)
}

function withSource(problem: Problem, folder: string): Problem {
  const { file, line = 1, column = 0 } = problem
  return file === undefined ? problem : { ...problem, ...readPlace(folder, file, line, column) }
}
