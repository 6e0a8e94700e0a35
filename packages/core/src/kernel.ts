import {
  attachSchemes,
  findAuthentication,
  type Authentication,
} from './features/access/authentication.ts'
import { InvalidAuthentication } from './features/access/errors.ts'
import { AccessGuard } from './features/access/access-guard.ts'
import { planAccess } from './features/access/plan-access.ts'
import type { FinishReply } from './features/access/route-access.ts'
import { handleFetch } from './http/adapters/fetch/handle-fetch.ts'
import { bodyLimits, type BodyLimitOptions, type BodyLimits } from './http/binding/body-limits.ts'
import { httpRequests } from './http/channels/channels.ts'
import { Config } from './base/config/config.ts'
import type { Container } from './base/container/container.ts'
import {
  errorFormat,
  failureLevel,
  type ErrorFormat,
  type ErrorFormatName,
} from './http/error-handling/error-format.ts'
import { HttpKernel, type HttpKernelOptions } from './http/http-kernel.ts'
import type { Handler } from './http/message/handler.ts'
import type { Report } from './http/error-handling/error-replies.ts'
import { planTargets, TargetPlanner } from './http/target-planner.ts'
import type { Router } from './http/routing/router.ts'
import { AccessLog } from './http/observing/access-log.ts'
import { publishFailure } from './http/observing/observer.ts'
import { RequestIds } from './http/observing/request-ids.ts'
import { Logger } from './base/logging/logger.ts'
import { logThrown } from './base/logging/thrown.ts'
import type { McpServer } from './features/mcp/server.ts'
import {
  describeApplication,
  type DescribeApplication,
} from './features/openapi/describe-application.ts'
import { Proxies } from './http/message/proxies.ts'
import { reportRefused } from './features/events/report-refused.ts'
import { BufferFlusher } from './features/health/flush.ts'
import { publicProbes } from './features/health/health-reply.ts'
import { Health } from './features/health/health.ts'
import { refuseManualSecurity, securitySchemes } from './features/openapi/security.ts'
import { openApiEndpoints } from './features/openapi/page/endpoints.ts'
import { responseInspector } from './features/openapi/response-inspector.ts'
import { readManifest } from './base/platform/application-manifest.ts'
import { findFolders } from './http/file-folders.ts'
import { takeUnpublished } from './data/hydration/plan-schema.ts'

/** Options of a kernel. */
export interface KernelOptions extends BodyLimitOptions {
  /**
   * The format of errors without a handler: `plain` is `{ "error": message }`, `problem` follows RFC 9457. Default:
   * `FW_ERRORS`, else `plain`.
   */
  readonly errors?: ErrorFormatName
  /**
   * True to add `details` to validation errors in responses: the code and the parameters of each message. Default:
   * `FW_ERROR_DETAILS`, else false.
   */
  readonly errorDetails?: boolean
  /** The server for `/mcp`. Without it, the kernel adds no such path. */
  readonly mcp?: McpServer
  /**
   * True to serve `/openapi.json` and `/docs`: to the callers that `Authentication` allows by
   * default, or to everyone if there is no `Authentication`. With `public`, they are always served
   * to everyone. Default: `FW_OPENAPI`, else true.
   */
  readonly exposeOpenApi?: boolean | 'public'
  /**
   * True to compare returned values with the OpenAPI document. A difference is logged and described in a 500 response,
   * so use this only for development and tests. Default: `FW_VALIDATE_RESPONSES`, else false.
   */
  readonly validateResponses?: boolean
  /**
   * The folder of the application. Its package.json contains the title of the OpenAPI document, and the paths of
   * `@StaticFiles` are relative to the folder. Default: the working directory.
   */
  readonly root?: string
}

/** The plan of a kernel, created without services. */
export interface KernelPlan extends Omit<HttpKernelOptions, 'onError'> {
  readonly onError: Report
  readonly format: ErrorFormat
  readonly authentication: Authentication | undefined
  /** Creates the OpenAPI document of all routes when first called. */
  readonly describe: DescribeApplication
}

/** Plans a kernel. Throws if a declaration of the application is invalid. */
export function planKernel(
  app: Container,
  router: Router,
  options: KernelOptions = {},
): KernelPlan {
  const config = app.get(Config)
  const { mcp, root = process.cwd() } = options
  const authentication = findAuthentication(app, config, router.classes)
  refuseUnauthenticatedMcp(mcp, authentication)
  const format = errorFormat(options.errors, config, options.errorDetails)
  const schemes = securitySchemes(authentication)
  const describe = describeApplication(
    () => ({ plans: targets.routes, handlers: router.errorHandlers, form: format, schemes }),
    root,
  )
  const openApi = options.exposeOpenApi ?? openApiSetting(config)
  const published = openApi === false ? [] : openApiEndpoints(describe, root)
  const endpoints = new Map([...endpointsOf(mcp, bodyLimits(options, config)), ...published])
  const files = findFolders(router, root, (message) => app.get(Logger).warn(message))
  const mcpAccess = mcp?.access
  const discovery = mcpAccess?.resource?.endpoints
  const realm = readManifest(root).name ?? 'Application'
  const report = reportRefused(app)
  const access = planAccess({
    container: app,
    router,
    guard: authentication && new AccessGuard({ container: app, authentication, realm, report }),
    planMcp: mcpAccess && ((middleware) => mcpAccess.planPath(middleware)),
    isPublic: (path) => discovery?.has(path) === true || openApi === 'public',
    finishOf: (path) => (path === '/docs' ? showClosedPage : undefined),
  })
  const onError = createReport(() => app.get(Logger))
  const planner = new TargetPlanner({
    container: app,
    router,
    limits: bodyLimits(options, config),
    report: onError,
    planAccess: access,
  })
  const targets = planTargets(planner, router, {
    endpoints: endpoints.keys(),
    files: files.map(({ path }) => path),
  })
  if (authentication) refuseManualSecurity(targets.routes, root)
  const log = AccessLog.of(config, () => app.get(Logger))
  const ids = RequestIds.of(config)
  return { authentication, endpoints, targets, files, format: format, onError, describe, log, ids }
}

/** Handles requests. Pass it to `serve` or `toLambdaHandler`, or use its `fetch` on other platforms. */
export class Kernel extends HttpKernel {
  /** Creates the OpenAPI document of all routes when first called. */
  readonly describe: DescribeApplication

  /** `app` is the booted container. Throws if a controller of the router cannot be created. */
  constructor(app: Container, router: Router, options: KernelOptions = {}) {
    const config = app.get(Config)
    const plan = planKernel(app, router, options)
    const { authentication, describe } = plan
    const flusher = app.get(BufferFlusher)
    if (authentication) attachSchemes(authentication, app, config)
    super(app, router, {
      ...plan,
      probes: config.bool('FW_HEALTH', false) ? publicProbes(app.get(Health)) : undefined,
      inspect:
        (options.validateResponses ?? config.bool('FW_VALIDATE_RESPONSES', false))
          ? responseInspector(describe)
          : undefined,
      proxies: Proxies.of(config),
      flush: () => flusher.send(),
    })
    this.describe = describe
    const unpublished = takeUnpublished()
    if (unpublished.length > 0) {
      app
        .get(Logger)
        .warn(
          `${unpublished.join(', ')} cannot be converted to JSON Schema, so OpenAPI and MCP allow any value. ` +
            'Change the schema, or update its library.',
        )
    }
  }

  /**
   * Handles a web `Request`. The method is bound, so it can be exported directly. `info` contains the client's address:
   * the second argument of the platform's handler (Bun's `server`, Deno's `info`), or `{ peer: address }`.
   */
  readonly fetch = async (request: Request, info?: unknown): Promise<Response> =>
    handleFetch(this, request, info)
}

function openApiSetting(config: Config): boolean | 'public' {
  const setting = config.oneOf('FW_OPENAPI', ['true', 'false', 'public'], 'true')
  return setting === 'public' ? setting : setting === 'true'
}

/** Returns the endpoints of the MCP server, which take precedence over routes. */
function endpointsOf(mcp: McpServer | undefined, limits: BodyLimits): [string, Handler][] {
  if (!mcp) return []
  return [['/mcp', mcp.endpoint(limits)], ...(mcp.access?.resource?.endpoints ?? [])]
}

function createReport(logger: () => Logger): Report {
  return (error, request) => {
    const { method, path, id: requestId } = request
    if (httpRequests.hasSubscribers) publishFailure(request, error)
    logThrown(logger, failureLevel(error), 'A request failed.', { error, method, path, requestId })
  }
}

/**
 * Throws `InvalidAuthentication` unless the MCP server uses the `Authentication` of the kernel, or neither has one.
 */
function refuseUnauthenticatedMcp(
  mcp: McpServer | undefined,
  authentication: Authentication | undefined,
): void {
  if (!mcp || mcp.access?.authentication === authentication) return
  throw new InvalidAuthentication(
    'The McpServer and the kernel do not use the same Authentication. Register the Authentication before you create the server, or pass it: new McpServer(tools, dispatcher, { authentication }).',
  )
}

/** Adds a page to a 401 or 403 for `/docs`. The page is loaded when a request first needs it. */
const showClosedPage: FinishReply = async (reply, request) => {
  const { closedPage } = await import('./features/openapi/page/closed-page.ts')
  return closedPage(reply, request)
}
