import type { RequestHandler } from '../../http/adapters/node/request-handler.ts'
import { serveHandler } from '../../http/adapters/serve-handler.ts'
import type { RunningServer } from '../../http/adapters/server/running-server.ts'
import type { Config } from '../../base/config/config.ts'
import type { Logger } from '../../base/logging/logger.ts'
import { logThrown } from '../../base/logging/thrown.ts'
import { recover } from '../../http/error-handling/error-reply.ts'
import { withoutBody } from '../../http/responses/without-body.ts'
import { isLoopback } from '../../http/message/host.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { Reply } from '../../http/message/reply.ts'
import type { AdminEndpoint } from './admin-endpoint.ts'
import { AdminPortTaken } from './admin-port-taken.ts'
import { healthQuestions, healthReply, notAsked } from './health-reply.ts'
import type { HealthQuestion, HealthReport } from './health.ts'

/** The data source of the admin port: this process, or several. */
export interface Administered {
  readonly endpoints: ReadonlyMap<string, AdminEndpoint>
  report(question: HealthQuestion): Promise<HealthReport>
  /** Returns the data of each process for an endpoint. */
  collect(path: string): Promise<readonly unknown[]>
  logger(): Logger
}

export interface AdminServer extends RunningServer {
  /** A URL such as `http://127.0.0.1:9090`. */
  readonly address: string
}

/** The time limit for a request of the admin port during shutdown, in milliseconds. */
const shutdownTimeout = 200

/** Serves FW_ADMIN_PORT on FW_ADMIN_HOST, by default only for this machine. Throws `AdminPortTaken`. */
export async function serveAdmin(config: Config, served: Administered): Promise<AdminServer> {
  const host = config.string('FW_ADMIN_HOST', '') || '127.0.0.1'
  const port = config.int('FW_ADMIN_PORT')
  const options = { host, port, shutdownTimeout }
  const server = await serveHandler(adminHandler(served, isLoopback(host)), options).catch(
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

/** Returns the handler of the admin port. With `isPrivate`, only this machine may use it. */
function adminHandler(served: Administered, isPrivate: boolean): RequestHandler {
  const recovered = (error: unknown, { path }: HttpRequest) =>
    recover(error, () =>
      logThrown(served.logger, 'error', `The endpoint ${path} of the admin port failed.`, {
        error,
      }),
    )
  return {
    refuse: recovered,
    recover: recovered,
    handle: async (request) => {
      // Refuses a web page whose host name resolves to this machine (DNS rebinding).
      const isForeign = isPrivate && !isLoopback(request.host)
      const response = isForeign
        ? Reply.error(
            421,
            'The admin port only accepts requests from this machine. Set FW_ADMIN_HOST to change that.',
          )
        : await handleAdmin(request, served).catch((error: unknown) => recovered(error, request))
      return request.method === 'HEAD' ? withoutBody(response) : response
    },
  }
}

async function handleAdmin({ method, path }: HttpRequest, served: Administered): Promise<Reply> {
  const question = healthQuestions.get(path)
  const endpoint = served.endpoints.get(path)
  if (!question && !endpoint)
    return Reply.error(404, `There is no such path. The paths are ${pathsOf(served).join(', ')}.`)
  if (method !== 'GET' && method !== 'HEAD') return notAsked(path)
  if (question) return healthReply(await served.report(question), true)
  return (endpoint as AdminEndpoint).reply(await served.collect(path))
}

function pathsOf({ endpoints }: Administered): string[] {
  return [...healthQuestions.keys(), ...endpoints.keys()].toSorted()
}
