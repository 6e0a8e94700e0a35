import { answersOf, type Answering, type FetchHandler } from '../adapters/node/fetch-handler.ts'
import { HttpKernel } from '../http/http-kernel.ts'
import { ExplainingAnswers } from './explain/explaining-answers.ts'
import { inspectApplication } from './inspector/inspect-application.ts'
import type { InspectedApplication } from './inspector/inspector.ts'
import { report } from './report.ts'

/** The parts of an application that the inspector needs. */
export type DevelopedParts = Pick<InspectedApplication, 'container' | 'classes'>

/** Wraps an application under `fw dev`: adds the inspector, and the error to a response of 500. */
export function developedAnswers(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts: DevelopedParts | undefined,
): Answering {
  const inner =
    parts && app instanceof HttpKernel
      ? inspectApplication({ folder, kernel: app, ...parts })
      : answersOf(app)
  return new ExplainingAnswers(inner, folder, (trouble) => {
    void report({ fw: 'failed-request', trouble })
  })
}
