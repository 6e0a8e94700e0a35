import { toError } from '../logging/thrown.ts'
import { placeOf, type SourcePlace } from './source-place.ts'

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
}

/** What has ended the boot of the application in a folder. */
export function troubleOf(thrown: unknown, folder: string): Trouble {
  const error = toError(thrown)
  const problem = { code: error.name, text: error.message, ...placeOf(error, folder) }
  return { error: 'The application does not start.', problems: [problem] }
}
