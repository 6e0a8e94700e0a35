import { toError } from '../../../base/logging/thrown.ts'
import { locationInMessage, readLocation, type SourceLocation } from './source-location.ts'

/** The reason why an application is not running, or why a request failed. */
export interface ErrorReport {
  readonly error: string
  readonly problems: readonly Problem[]
}

/** One of the errors in a report. */
export interface Problem extends Partial<SourceLocation> {
  /** The name of the error. */
  readonly code: string
  readonly text: string
  /** The advice on how to fix the error. */
  readonly remedy?: string
}

/** Describes why the boot of the application in a folder failed, with all errors that were found. */
export function toErrorReport(
  thrown: unknown,
  findings: readonly Problem[],
  folder: string,
): ErrorReport {
  const error = toError(thrown)
  const problems = findings.map((problem) => withSource(problem, folder))
  if (!isAmong(findings, thrown)) {
    problems.unshift({ code: error.name, text: error.message, ...locationInMessage(error, folder) })
  }
  return { error: 'The application does not start.', problems }
}

/** True if the error that ended the boot is one of `findings`. */
export function isAmong(findings: readonly Problem[], thrown: unknown): boolean {
  const { message } = toError(thrown)
  return findings.some(({ text }) => text === message)
}

function withSource(problem: Problem, folder: string): Problem {
  const { file, line = 1, column = 0 } = problem
  return file === undefined ? problem : { ...problem, ...readLocation(folder, file, line, column) }
}
