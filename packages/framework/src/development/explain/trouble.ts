import { toError } from '../../logging/thrown.ts'
import { placeTold, readPlace, type SourcePlace } from './source-place.ts'

/** Why an application does not run. */
export interface Trouble {
  readonly error: string
  readonly problems: readonly Problem[]
}

/** One thing that is wrong with it. */
export interface Problem extends Partial<SourcePlace> {
  /** The name of the error. */
  readonly code: string
  readonly text: string
  /** What to do about it. */
  readonly remedy?: string
}

/** What has ended the boot of the application in a folder, among all that was found to be wrong with it. */
export function troubleOf(thrown: unknown, found: readonly Problem[], folder: string): Trouble {
  const error = toError(thrown)
  const problems = found.map((problem) => withSource(problem, folder))
  if (!isAmong(found, thrown)) {
    problems.unshift({ code: error.name, text: error.message, ...placeTold(error, folder) })
  }
  return { error: 'The application does not start.', problems }
}

/** Whether what has ended the boot is one of the problems that were found. */
export function isAmong(found: readonly Problem[], thrown: unknown): boolean {
  const { message } = toError(thrown)
  return found.some(({ text }) => text === message)
}

function withSource(problem: Problem, folder: string): Problem {
  const { file, line = 1, column = 0 } = problem
  return file === undefined ? problem : { ...problem, ...readPlace(folder, file, line, column) }
}
