import type { Operation } from '../access/access-planner.ts'
import { Denied } from '../access/denied.ts'
import { MethodAdmission, registeredAuthentication } from '../access/method-admission.ts'
import { ownChecks } from '../binding/argument-plan.ts'
import { provideRequest } from '../binding/provide-request.ts'
import { Config } from '../config/config.ts'
import type { Resolver, Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { prepareInvoke } from '../container/invoke.ts'
import type { Provided } from '../container/scope.ts'
import { ChainPlanner } from '../http/chain/chain-plan.ts'
import { ErrorMapper } from '../http/error-handling/error-mapper.ts'
import { FailureTexts } from '../http/error-handling/failure-texts.ts'
import {
  errorDetailsSetting,
  errorForm,
  type ErrorFormName,
} from '../http/error-handling/error-form.ts'
import type { Router } from '../http/routing/router.ts'
import type { ToolCall } from '../http/chain/tool-call.ts'
import { reportRefused } from '../events/report-refused.ts'
import { dropBody } from '../responses/without-body.ts'
import { lookAt } from '../logging/thrown.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Reply } from '../message/reply.ts'
import type { ClassReflection, MethodReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { planChecks, type ChecksPlan, type Findings } from '../validation/run-checks.ts'
import { ValidationFailed } from '../validation/validation-failed.ts'
import { McpError } from './errors.ts'
import { AgentAccess } from './agent-access.ts'
import { planGuard, type CallOrigin, type Surround } from './guard.ts'
import { asCaller, callerOf } from './method.ts'
import type { McpServerOptions } from './server.ts'
import { MessageRefused } from './json-rpc.ts'

/** A method that serves a tool or resource. */
export interface Handler {
  readonly class: Class
  readonly methodName: string
  /** `Class.method` */
  readonly owner: string
  /** Undefined if no decorator declares the method. */
  readonly declaration?: { readonly class: ClassReflection; readonly method: MethodReflection }
}

/**
 * Calls the method of a tool or resource on an object from the container. `found` has the objects in the arguments whose
 * own checks run before the call. Throws `ValidationFailed`.
 */
export type Invoke = (args: readonly unknown[], origin: CallOrigin, found?: Findings) => unknown

/** A method that is prepared for calls. */
export interface PreparedCall {
  readonly invoke: Invoke
  /** Runs the middleware of the method; undefined without middleware. */
  readonly surround?: Surround | undefined
  /** The access rules of the method; undefined if no decorator declares it. */
  readonly admission?: MethodAdmission | undefined
}

type Target = Record<string, (...args: readonly unknown[]) => unknown>

/** Calls the methods of tools and resources. */
export class McpDispatcher {
  readonly #app: Container
  readonly #planner: ChainPlanner
  readonly #application: ClassReflection | undefined
  readonly #errors: ErrorMapper | undefined

  /**
   * `app` is the booted container. Of the router it uses the application class, whose decorators apply to `/mcp`, and the
   * error handlers, which format the errors that agents see. Their form is `errors`. Default: `FW_ERRORS`.
   */
  constructor(
    app: Container,
    router: Partial<Pick<Router, 'application' | 'errorHandlers'>> = {},
    errors?: ErrorFormName,
  ) {
    this.#app = app
    this.#planner = new ChainPlanner(() => app.get(Config))
    const { application, errorHandlers } = router
    this.#application = application
    this.#errors =
      errorHandlers && new ErrorMapper(app, errorHandlers, errorForm(errors, app.get(Config)))
  }

  /**
   * Prepares the calls of a method. Each message may have a separate scope. Middleware receives the kind and the name.
   * Throws if the class cannot be built, or if a middleware of the method has no `handleTool`.
   */
  prepare(
    handler: Handler,
    kind: 'tool' | 'resource',
    name: string,
    access: AgentAccess | undefined,
  ): PreparedCall {
    const { class: type, methodName, declaration } = handler
    const admission = declaration && this.#admission({ kind, name, ...declaration }, access)
    const guard = planGuard(
      handler,
      { kind, name, class: type, methodName },
      {
        container: this.#app,
        planner: this.#planner,
        application: this.#application,
        provide: provideCall,
      },
    )
    const checks = declaration && planChecks(ownChecks(declaration.method), this.#app)
    const invoke = this.#prepareInvoke(handler, checks, guard?.sharesScope === true)
    return { invoke: asking(admission, invoke), surround: guard?.surround, admission }
  }

  #prepareInvoke(
    { class: type, methodName }: Handler,
    checks: ChecksPlan | undefined,
    sharesScope: boolean,
  ): Invoke {
    const call = (target: unknown, args: readonly unknown[]) =>
      ((target as Target)[methodName] as Target[string])(...args)
    if (!checks) {
      return sharesScope
        ? (args, origin) => call(scopeOf(origin).get(type), args)
        : prepareInvoke(this.#app, type, call, provideCall)
    }
    const checked = (target: unknown, { args, found }: Given, resolver: Resolver) => {
      const finish = () => {
        refuseFound(found)
        return call(target, args)
      }
      const waiting = checks.run(found, resolver)
      return waiting ? waiting.then(finish) : finish()
    }
    const lifetime = checks.lifetime === 'request' ? 'request' : this.#app.lifetime(type)
    const invoke = prepareInvoke(this.#app, type, checked, provideCall, undefined, lifetime)
    return (args, origin, found = []) => {
      const given = { args, found }
      if (!sharesScope) return invoke(given, origin)
      const scope = scopeOf(origin)
      return checked(scope.get(type), given, scope)
    }
  }

  /** Creates the access rules of a server with this name; undefined without `Authentication`. */
  access(
    { authentication = registeredAuthentication(this.#app), allowedHosts = [] }: McpServerOptions,
    realm: string,
  ): AgentAccess | undefined {
    if (!authentication) return undefined
    return new AgentAccess({ container: this.#app, authentication, realm, allowedHosts })
  }

  /** Returns the custom texts of failed validation; undefined if the messages of the framework apply. */
  texts({ errorDetails }: McpServerOptions): FailureTexts | undefined {
    return FailureTexts.of(this.#app, errorDetails ?? errorDetailsSetting(this.#app.get(Config)))
  }

  #admission(operation: Operation, access: AgentAccess | undefined): MethodAdmission {
    if (access) return access.admission(operation)
    const report = reportRefused(this.#app)
    return new MethodAdmission(operation, { container: this.#app, report })
  }

  /**
   * Returns the message of an error handler of the application for an error. It resolves to undefined from status 500 on.
   * Undefined if no handler matches. Rejects with what the handler throws.
   */
  word(error: unknown, request: HttpRequest | undefined): Promise<string | undefined> | undefined {
    if (!this.#errors?.handles(error) || lookAt(error, isForAgents)) return undefined
    return this.#word(this.#errors, error, request)
  }

  async #word(
    errors: ErrorMapper,
    error: unknown,
    request: HttpRequest | undefined,
  ): Promise<string | undefined> {
    const reply = (await errors.word(error, request)) as Reply
    if (reply.status < 500) return new Response(reply.body).text()
    dropBody(reply)
    return undefined
  }
}

/** The arguments of a call, and the objects in them whose own checks run before it. */
interface Given {
  readonly args: readonly unknown[]
  readonly found: Findings
}

function scopeOf({ call }: CallOrigin): Resolver {
  return (call as ToolCall).scope as Resolver
}

/** Throws `ValidationFailed` if a check found something in the arguments of a call. */
export function refuseFound(found: Findings): void {
  if (found.length > 0) throw ValidationFailed.of(found, 'The arguments')
}

/** Wraps a call so that the policies of the method run first. */
function asking(admission: MethodAdmission | undefined, invoke: Invoke): Invoke {
  const { policies = [], kind } = admission?.plan?.parts ?? {}
  if (!admission || policies.length === 0) return invoke
  return async (args, origin, found) => {
    const caller = callerOf(origin)
    const refusal = await admission.ask(args, caller, provideCall(origin))
    if (!refusal) return invoke(args, origin, found)
    if (refusal.scopes.length > 0) throw Denied.stepUp(...(refusal.scopes as [string]))
    const error = admission.refuse(refusal, caller)
    // A hidden resource gets the same response as a missing one.
    if (kind === 'resource' && refusal.error.status === 404) return null
    throw error
  }
}

/** True if agents see the message of the error itself, even if a handler matches one of its parent classes. */
function isForAgents(error: unknown): boolean {
  return error instanceof McpError || error instanceof MessageRefused
}

function provideCall({ request, call, caller }: CallOrigin): Provided | undefined {
  const ofRequest = request && provideRequest(request)
  if (!call) return ofRequest ?? (caller && { get: (token) => asCaller(caller, token) })
  return { get: (token: Token) => call.find(token) ?? ofRequest?.get(token) }
}
