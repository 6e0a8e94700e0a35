import { FetchRequest } from './adapters/fetch/fetch-request.ts'
import { toResponse } from './adapters/fetch/to-response.ts'
import type { Container } from './container/container.ts'
import { HttpKernel, type Endpoint } from './http/http-kernel.ts'
import type { Router } from './http/router.ts'
import { Logger } from './logging/logger.ts'
import type { McpServer } from './mcp/server.ts'
import { createMcpEndpoint } from './mcp/transports/http.ts'

export interface KernelOptions {
  /** The largest request body in bytes; a larger one is answered with 413. Default 2 MiB. */
  readonly maxBodyBytes?: number
  /** Answers `/mcp`; without it there is no such path. */
  readonly mcp?: McpServer
}

/** Answers requests: on Node through `serve`, everywhere else as the standard fetch handler. */
export class Kernel extends HttpKernel {
  /** `app` is the booted container. Throws where a controller of the router cannot be built. */
  constructor(app: Container, router: Router, options: KernelOptions = {}) {
    const limits = { body: options.maxBodyBytes ?? 2 * 1024 * 1024 }
    const endpoints = new Map<string, Endpoint>()
    if (options.mcp) endpoints.set('/mcp', createMcpEndpoint(options.mcp, limits))
    super(app, router, {
      endpoints,
      limits,
      onError: (error, request) =>
        app
          .get(Logger)
          .error('A request failed.', { error, method: request.method, path: request.path }),
    })
  }

  /** Answers a web `Request`; bound, so that it can be exported as it is. */
  readonly fetch = async (request: Request): Promise<Response> =>
    toResponse(await this.handle(new FetchRequest(request)))
}
