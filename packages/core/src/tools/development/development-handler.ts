import {
  toRequestHandler,
  type RequestHandler,
  type FetchHandler,
} from '../../http/adapters/node/request-handler.ts'
import { Config } from '../../base/config/config.ts'
import { isForPeople } from '../console/terminal-logger.ts'
import { HttpKernel } from '../../http/http-kernel.ts'
import { openApiEndpoints } from '../../features/openapi/page/endpoints.ts'
import type { DescribeApplication } from '../../features/openapi/describe-application.ts'
import { editorOf } from './explain/editor.ts'
import { ExplainingHandler } from './explain/explaining-handler.ts'
import { inspectApplication } from './inspector/inspect-application.ts'
import type { InspectedApplication } from './inspector/inspector.ts'
import { OpenDocs } from './open-docs.ts'
import { report } from './report.ts'
import { printRequests } from './request-lines.ts'

/** The parts of an application that the inspector needs. */
export interface DevelopmentParts extends Pick<InspectedApplication, 'container' | 'classes'> {
  readonly kernel: HttpKernel & { readonly describe: DescribeApplication }
}

/** Wraps an application under `fw dev`: adds the inspector, and shows errors in responses with status 500. */
export function createDevelopmentHandler(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts: DevelopmentParts | undefined,
): RequestHandler {
  if (parts && isForPeople(parts.container.get(Config), process.stdout)) {
    printRequests((line) => void process.stdout.write(line))
  }
  const inspection = parts && inspectApplication({ folder, ...parts })
  const inner =
    parts && inspection ? withDocs(inspection.handler, folder, parts) : toRequestHandler(app)
  return new ExplainingHandler(inner, {
    folder,
    kernel: app instanceof HttpKernel ? app : undefined,
    editor: editorOf(folder),
    entryOf: inspection?.entryOf,
    report: (errorReport) => void report({ fw: 'failed-request', errorReport }),
  })
}

function withDocs(
  handler: RequestHandler,
  folder: string,
  { kernel }: DevelopmentParts,
): RequestHandler {
  const isPublished = kernel.fixedPaths.includes('/docs')
  return isPublished ? new OpenDocs(handler, openApiEndpoints(kernel.describe, folder)) : handler
}
