import { bodyLimits } from '../../binding/body-limits.ts'
import type { Answering } from '../../adapters/node/fetch-handler.ts'
import { Config } from '../../config/config.ts'
import { heldPort } from '../../console/reserved-process.ts'
import { developmentServer } from './development-mcp.ts'
import { Inspector, type InspectedApplication } from './inspector.ts'
import { InspectorAnswers } from './inspector-answers.ts'

/** Records the operations of an application, and serves them below `/_fw`. */
export function inspectApplication(app: InspectedApplication): Answering {
  const inspector = new Inspector(app)
  const server = developmentServer(
    {
      routes: () => Promise.resolve(inspector.routes),
      route: (method, path) => Promise.resolve(inspector.route(method, path)),
      entries: () => Promise.resolve(inspector.entries),
      entry: (id) => Promise.resolve(inspector.entry(id)),
      lines: () => Promise.resolve(inspector.lines),
      send: (options) => inspector.send(options, `localhost:${heldPort()}`),
    },
    app.folder,
  )
  const limits = bodyLimits({}, app.container.get(Config))
  return new InspectorAnswers(app.kernel, inspector, server.endpoint(limits))
}
