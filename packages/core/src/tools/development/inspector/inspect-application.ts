import { bodyLimits } from '../../../http/binding/body-limits.ts'
import type { RequestHandler } from '../../../http/adapters/node/request-handler.ts'
import { Config } from '../../../base/config/config.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { handoverPort } from '../../console/standby-process.ts'
import { developmentServer } from './development-mcp.ts'
import { Inspector, type InspectedApplication } from './inspector.ts'
import { InspectorHandler } from './inspector-handler.ts'

/** The handler of an application whose operations are recorded. */
export interface Inspection {
  readonly handler: RequestHandler
  /** Returns the id of a request's entry. */
  readonly entryOf: (request: HttpRequest) => number | undefined
}

/** Records the operations of an application, and serves them below `/_fw`. */
export function inspectApplication(app: InspectedApplication): Inspection {
  const inspector = new Inspector(app)
  const server = developmentServer(
    {
      routes: () => Promise.resolve(inspector.routes),
      route: (method, path) => Promise.resolve(inspector.route(method, path)),
      entries: () => Promise.resolve(inspector.entries),
      entry: (id) => Promise.resolve(inspector.entry(id)),
      lines: () => Promise.resolve(inspector.lines),
      send: (options) => inspector.send(options, `localhost:${handoverPort()}`),
    },
    app.folder,
  )
  const limits = bodyLimits({}, app.container.get(Config))
  return {
    handler: new InspectorHandler(app.kernel, inspector, server.endpoint(limits)),
    entryOf: (request) => inspector.entryOf(request)?.id,
  }
}
