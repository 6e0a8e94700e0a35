import { attachSchemes, findAuthentication, type Authentication } from './access/authentication.ts'
import { InvalidAuthentication } from './access/errors.ts'
import { RouteAdmission } from './access/route-admission.ts'
import { answerFetch } from './adapters/fetch/answer-fetch.ts'
import { bodyLimits, type BodyLimitOptions, type BodyLimits } from './binding/body-limits.ts'
import { httpRequests } from './channels/channels.ts'
import { Config } from './config/config.ts'
import type { Container } from './container/container.ts'
import { errorForm, type ErrorForm, type ErrorFormName } from './http/error-handling/error-form.ts'
import { failureLevel } from './http/error-handling/error-reply.ts'
import { HttpKernel, type Endpoint, type HttpKernelOptions } from './http/http-kernel.ts'
import { planTargets, TargetPlanner, type Report } from './http/target-planner.ts'
import type { Router } from './http/routing/router.ts'
import { AccessLog } from './http/observing/access-log.ts'
import { tellFailure } from './http/observing/observer.ts'
import { RequestIds } from './http/observing/request-ids.ts'
import { Logger } from './logging/logger.ts'
import { logThrown } from './logging/thrown.ts'
import type { McpServer } from './mcp/server.ts'
import { describeApplication, type DescribeApplication } from './openapi/describe-application.ts'
import { Proxies } from './message/proxies.ts'
import { reportRefused } from './events/report-refused.ts'
import { HeldBack } from './operations/flush.ts'
import { publicProbes } from './operations/health-reply.ts'
import { Health } from './operations/health.ts'
import { refuseWrittenSecurity, securitySchemes } from './openapi/security.ts'
import { openApiEndpoints } from './openapi/endpoints.ts'
import { responseInspector } from './openapi/response-inspector.ts'
import { readManifest } from './platform/application-manifest.ts'
import { findFolders } from './http/file-folders.ts'
import { takeUnpublished } from './validation/plan-schema.ts'

/** What a kernel does beside routing. */
export interface KernelOptions extends BodyLimitOptions {
  /**
   * The form of errors that no handler words: `FW_ERRORS`, else `plain`, which is `{ "error": message }`. `problem` is
   * that of RFC 9457.
   */
  readonly errors?: ErrorFormName
  /**
   * Whether the answer to failed validation has `details`, too: the code and the parameters of each message. Default:
   * `FW_ERROR_DETAILS`, else false.
   */
  readonly errorDetails?: boolean
  /** Answers `/mcp`; without it there is no such path. */
  readonly mcp?: McpServer
  /**
   * Whether `/openapi.json` and `/docs` are answered. Default: `FW_OPENAPI`, else true: to whomever the `Authentication`
   * lets in where no attribute stands. `public` answers everybody.
   */
  readonly exposeOpenApi?: boolean | 'public'
  /**
   * Compares what methods return with the document. A difference is logged and answered with 500 and its text, so this
   * is for development and tests. Default: `FW_VALIDATE_RESPONSES`, else false.
   */
  readonly validateResponses?: boolean
  /**
   * The folder of the application, whose package.json heads the document and to which `@StaticFiles` is relative. Default:
   * the working directory.
   */
  readonly root?: string
}

/** What a kernel is made of, planned without building a service. */
export interface KernelPlan extends Omit<HttpKernelOptions, 'onError'> {
  readonly onError: Report
  readonly form: ErrorForm
  readonly authentication: Authentication | undefined
  /** The document of all routes, made when it is first asked for. */
  readonly describe: DescribeApplication
}

/** Plans a kernel. Throws what is wrong with the declarations of the application. */
export function planKernel(
  app: Container,
  router: Router,
  options: KernelOptions = {},
): KernelPlan {
  const config = app.get(Config)
  const { mcp, root = process.cwd() } = options
  const authentication = findAuthentication(app, config, router.classes)
  refuseOpenServer(mcp, authentication)
  const form = errorForm(options.errors, config, options.errorDetails)
  const schemes = securitySchemes(authentication)
  const describe = describeApplication(
    () => ({ plans: targets.routes, handlers: router.errorHandlers, form, schemes }),
    root,
  )
  const openApi = options.exposeOpenApi ?? openApiSetting(config)
  const published = openApi === false ? [] : openApiEndpoints(describe, root)
  const endpoints = new Map([...endpointsOf(mcp, bodyLimits(options, config)), ...published])
  const files = findFolders(router, root, (message) => app.get(Logger).warn(message))
  const discovery = mcp?.access?.resource?.endpoints
  const admission = new RouteAdmission({
    container: app,
    router,
    authentication,
    realm: readManifest(root).name ?? 'Application',
    mcp: mcp?.access,
    isOpen: (path) => discovery?.has(path) === true || openApi === 'public',
    report: reportRefused(app),
  })
  const onError = reportFailed(() => app.get(Logger))
  const planner = new TargetPlanner({
    container: app,
    router,
    limits: bodyLimits(options, config),
    report: onError,
    admission,
  })
  const targets = planTargets(planner, router, {
    endpoints: endpoints.keys(),
    files: files.map(({ path }) => path),
  })
  if (authentication) refuseWrittenSecurity(targets.routes, root)
  const log = AccessLog.of(config, () => app.get(Logger))
  const ids = RequestIds.of(config)
  return { authentication, endpoints, targets, files, form, onError, describe, log, ids }
}

/** Answers requests: on Node through `serve`, everywhere else as the standard fetch handler. */
export class Kernel extends HttpKernel {
  /** The document of all routes, made when it is first asked for. */
  readonly describe: DescribeApplication

  /** `app` is the booted container. Throws where a controller of the router cannot be built. */
  constructor(app: Container, router: Router, options: KernelOptions = {}) {
    const config = app.get(Config)
    const plan = planKernel(app, router, options)
    const { authentication, describe } = plan
    const heldBack = app.get(HeldBack)
    if (authentication) attachSchemes(authentication, app, config)
    super(app, router, {
      ...plan,
      probes: config.bool('FW_HEALTH', false) ? publicProbes(app.get(Health)) : undefined,
      inspect:
        (options.validateResponses ?? config.bool('FW_VALIDATE_RESPONSES', false))
          ? responseInspector(describe)
          : undefined,
      proxies: Proxies.of(config),
      flush: () => heldBack.send(),
    })
    this.describe = describe
    const silent = takeUnpublished()
    if (silent.length > 0) {
      app
        .get(Logger)
        .warn(
          `${silent.join(', ')}: published as anything, because the schema tells no JSON Schema.`,
        )
    }
  }

  /**
   * Answers a web `Request`; bound, so that it can be exported as it is. `info` is what the platform gives beside it:
   * Bun's server or Deno's info, which know the client's address, or that address as `{ peer }`.
   */
  readonly fetch = async (request: Request, info?: unknown): Promise<Response> =>
    answerFetch(this, request, info)
}

function openApiSetting(config: Config): boolean | 'public' {
  const setting = config.oneOf('FW_OPENAPI', ['true', 'false', 'public'], 'true')
  return setting === 'public' ? setting : setting === 'true'
}

/** Where agents ask, ahead of the routes. */
function endpointsOf(mcp: McpServer | undefined, limits: BodyLimits): [string, Endpoint][] {
  if (!mcp) return []
  return [['/mcp', mcp.endpoint(limits)], ...(mcp.access?.resource?.endpoints ?? [])]
}

function reportFailed(logger: () => Logger): Report {
  return (error, request) => {
    const { method, path, id: requestId } = request
    if (httpRequests.hasSubscribers) tellFailure(request, error)
    logThrown(logger, failureLevel(error), 'A request failed.', { error, method, path, requestId })
  }
}

/** A server of tools that does not know the `Authentication` would ask nobody for anything. */
function refuseOpenServer(mcp: McpServer | undefined, known: Authentication | undefined): void {
  if (!mcp || mcp.access?.authentication === known) return
  throw new InvalidAuthentication(
    'The McpServer and the kernel know callers by different Authentications. Register it before the server is made, or give both the same one: new McpServer(tools, dispatcher, { authentication }).',
  )
}
