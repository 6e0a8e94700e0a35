import type { RequestHandler } from '../../http/adapters/node/request-handler.ts'
import { serveHandler } from '../../http/adapters/serve-handler.ts'
import type { RunningServer } from '../../http/adapters/server/running-server.ts'
import type { Config } from '../../base/config/config.ts'
import type { Logger } from '../../base/logging/logger.ts'
import { logThrown } from '../../base/logging/thrown.ts'
import { recover } from '../../http/error-handling/error-format.ts'
import { withoutBody } from '../../http/responses/without-body.ts'
import { isLoopback } from '../../http/message/host.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { Reply } from '../../http/message/reply.ts'
import type { AdminEndpoint } from './admin-endpoint.ts'
import { AdminPortTaken } from './admin-port-taken.ts'
import { healthReportKinds, healthReply, methodNotAllowed } from './health-reply.ts'
import type { HealthReportKind, HealthReport } from './health.ts'

/** The source of the admin port's data: one process or several. */
export interface AdminSource {
  readonly endpoints: ReadonlyMap<string, AdminEndpoint>
  report(kind: HealthReportKind): Promise<HealthReport>
  /** Returns the data of each process for an endpoint, and that of ended processes. */
  collect(path: string): Promise<readonly unknown[]>
  logger(): Logger
}

export interface AdminServer extends RunningServer {
  /** A URL such as `http://127.0.0.1:9090`. */
  readonly address: string
}

/** The time limit for requests to the admin port during shutdown, in milliseconds. */
const shutdownTimeout = 200

/** Listens on FW_ADMIN_PORT and FW_ADMIN_HOST. By default, only this machine can connect. Throws `AdminPortTaken`. */
export async function serveAdmin(config: Config, source: AdminSource): Promise<AdminServer> {
  const host = config.string('FW_ADMIN_HOST', '') || '127.0.0.1'
  const port = config.int('FW_ADMIN_PORT')
  const options = { host, port, shutdownTimeout }
  const server = await serveHandler(adminHandler(source, isLoopback(host)), options).catch(
    async (error: unknown) => {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken) throw error
      const { findAddressUse } = await import('../../http/adapters/server/address-holder.ts')
      throw new AdminPortTaken(host, port, error, await findAddressUse(host, port))
    },
  )
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${server.port}`
  return { port: server.port, address, close: () => server.close() }
}

/** Returns the handler of the admin port. With `isPrivate`, it only accepts requests from this machine. */
function adminHandler(source: AdminSource, isPrivate: boolean): RequestHandler {
  const recovered = (error: unknown, { path }: HttpRequest) =>
    recover(error, () =>
      logThrown(source.logger, 'error', `The endpoint ${path} of the admin port failed.`, {
        error,
      }),
    )
  return {
    refuse: recovered,
    recover: recovered,
    handle: async (request) => {
      // Rejects a web page whose host name resolves to this machine (DNS rebinding).
      const isForeign = isPrivate && !isLoopback(request.host)
      const response = isForeign
        ? Reply.error(
            421,
            'The admin port only accepts requests from this machine. Set FW_ADMIN_HOST=0.0.0.0 to accept others.',
          )
        : await handleAdmin(request, source).catch((error: unknown) => recovered(error, request))
      return request.method === 'HEAD' ? withoutBody(response) : response
    },
  }
}

async function handleAdmin({ method, path }: HttpRequest, source: AdminSource): Promise<Reply> {
  const kind = healthReportKinds.get(path)
  const endpoint = source.endpoints.get(path)
  if (!kind && !endpoint)
    return Reply.error(404, `There is no such path. The paths are ${pathsOf(source).join(', ')}.`)
  if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(path)
  if (kind) return healthReply(await source.report(kind), true)
  return (endpoint as AdminEndpoint).reply(await source.collect(path))
}

function pathsOf({ endpoints }: AdminSource): string[] {
  return [...healthReportKinds.keys(), ...endpoints.keys()].toSorted()
}
