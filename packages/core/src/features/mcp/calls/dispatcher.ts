import { registeredAuthentication } from '../../access/access-guard.ts'
import type { AccessRule } from '../../access/access-rule.ts'
import { refuseInert, type Operation } from '../../access/plan-rule.ts'
import { parameterChecks } from '../../../http/binding/argument-plan.ts'
import { provideRequest } from '../../../http/binding/provide-request.ts'
import { Config } from '../../../base/config/config.ts'
import type { Container } from '../../../base/container/container.ts'
import type { ContextPlan } from '../../../calls/call-context.ts'
import { planCall } from '../../../calls/plan-call.ts'
import type { ProvidedObjects } from '../../../base/container/scope.ts'
import { ChainPlanner } from '../../../http/chain/chain-plan.ts'
import { ErrorMapper } from '../../../http/error-handling/error-mapper.ts'
import { FailureMessages } from '../../../http/error-handling/failure-messages.ts'
import {
  errorDetailsSetting,
  errorFormat,
  type ErrorFormatName,
} from '../../../http/error-handling/error-format.ts'
import type { Router } from '../../../http/routing/router.ts'
import { dropBody } from '../../../http/responses/without-body.ts'
import { tryRead } from '../../../base/logging/thrown.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Reply } from '../../../http/message/reply.ts'
import type { ClassReflection } from '../../../base/reflection/class-reflection.ts'
import { planChecks } from '../../../data/validation/run-checks.ts'
import { ValidationFailed } from '../../../data/validation/validation-failed.ts'
import { McpError } from '../protocol/errors.ts'
import { AgentAccess } from './agent-access.ts'
import { planGuard, type Invoke } from './guard.ts'
import type { Invocation } from './invocation.ts'
import { callerOf, originOf } from './caller.ts'
import type { Handler } from '../catalogue/handler.ts'
import type { MessageContext } from '../protocol/method.ts'
import { ToolCall } from '../../../http/chain/tool-call.ts'
import { MessageRefused } from '../protocol/json-rpc.ts'

/** A method that is prepared for calls. */
export interface PreparedCall {
  /** Creates a call with the arguments of a message. `invoke` runs it. */
  open(args: Readonly<Record<string, unknown>>, message: MessageContext): ToolCall
  /** Runs the middleware of the method, reads the arguments, and calls the method. Throws `ValidationFailed`. */
  readonly invoke: Invoke
  /** The access rule of the method; undefined if the method has no decorator, or there is no `Authentication`. */
  readonly rule?: AccessRule | undefined
}

/** Calls the methods of tools and resources. */
export class McpDispatcher {
  readonly #app: Container
  readonly #planner: ChainPlanner
  readonly #application: ClassReflection | undefined
  readonly #errors: ErrorMapper | undefined

  /**
   * `app` is the booted container. `router` provides the application class, whose decorators apply to `/mcp`, and the
   * error handlers, which format errors for agents. `errors` is the format of errors without a handler. Default:
   * `FW_ERRORS`.
   */
  constructor(
    app: Container,
    router: Partial<Pick<Router, 'application' | 'errorHandlers'>> = {},
    errors?: ErrorFormatName,
  ) {
    this.#app = app
    this.#planner = new ChainPlanner(() => app.get(Config))
    const { application, errorHandlers } = router
    this.#application = application
    this.#errors =
      errorHandlers && new ErrorMapper(app, errorHandlers, errorFormat(errors, app.get(Config)))
  }

  /**
   * Prepares the calls of a method. Middleware receives `kind` and `name`. Throws if the class
   * cannot be built, or if a middleware of the method has no `handleTool`.
   */
  prepare(
    handler: Handler,
    kind: 'tool' | 'resource',
    name: string,
    access: AgentAccess | undefined,
  ): PreparedCall {
    const { class: type, methodName, declaration } = handler
    const rule = declaration && this.#plan({ kind, name, ...declaration }, access)
    const tool = { kind, name, class: type, methodName }
    const guard = planGuard(handler, tool, {
      container: this.#app,
      planner: this.#planner,
      application: this.#application,
      provide: provideCall,
    })
    const checks = declaration && planChecks(parameterChecks(declaration.method), this.#app)
    const call = planCall<Invocation, unknown>({
      container: this.#app,
      type,
      methodName,
      checks,
      sharesScope: guard?.sharesScope === true,
      provide: ({ context }) => provideCall(context),
      authorize: access && rule && createPolicyCheck(rule, access),
      read: (invocation) => invocation.readArguments(),
      refuse: ({ errors }) => {
        throw ValidationFailed.of(errors, 'The arguments')
      },
      finish: (value) => value,
    })
    const invoke: Invoke = (invocation) => call(invocation, invocation.context.services)
    const plan = { tool, plan: guard?.plan ?? noPlan, services: this.#app }
    return {
      open: (args, message) => new ToolCall(plan, args, originOf(message)),
      invoke: guard?.wrap(invoke) ?? invoke,
      rule,
    }
  }

  /**
   * Creates the access rules of a server named `realm`. `authentication` is the registered `Authentication` by default.
   * Returns undefined without one.
   */
  access(
    realm: string,
    allowedHosts: readonly string[],
    authentication = registeredAuthentication(this.#app),
  ): AgentAccess | undefined {
    if (!authentication) return undefined
    return new AgentAccess({ container: this.#app, authentication, realm, allowedHosts })
  }

  /** Returns the custom messages for validation errors; undefined if the default messages apply. */
  texts(errorDetails = errorDetailsSetting(this.#app.get(Config))): FailureMessages | undefined {
    return FailureMessages.of(this.#app, errorDetails)
  }

  #plan(operation: Operation, access: AgentAccess | undefined): AccessRule | undefined {
    return access ? access.plan(operation) : refuseInert(operation, this.#app)
  }

  /**
   * Returns the message that an error handler of the application creates for an error; undefined if no handler matches.
   * Resolves to undefined if the status is 500 or higher. Rejects if the handler throws.
   */
  formatError(
    error: unknown,
    request: HttpRequest | undefined,
  ): Promise<string | undefined> | undefined {
    if (!this.#errors?.handles(error) || tryRead(error, isForAgents)) return undefined
    return this.#formatError(this.#errors, error, request)
  }

  async #formatError(
    errors: ErrorMapper,
    error: unknown,
    request: HttpRequest | undefined,
  ): Promise<string | undefined> {
    const reply = (await errors.callHandler(error, request)) as Reply
    if (reply.status < 500) return new Response(reply.body).text()
    dropBody(reply)
    return undefined
  }
}

/** Returns a function that evaluates the policies of a rule; undefined for a rule without policies. */
function createPolicyCheck(rule: AccessRule, access: AgentAccess) {
  if (rule.policies.length === 0) return undefined
  return async (args: readonly unknown[], invocation: Invocation): Promise<void> => {
    const { context } = invocation
    const error = await access.checkPolicies(rule, args, callerOf(context), provideCall(context))
    if (error) throw invocation.denied(error)
  }
}

/** True if agents receive the error's own message, even if a handler matches one of its parent classes. */
function isForAgents(error: unknown): boolean {
  return error instanceof McpError || error instanceof MessageRefused
}

function provideCall(call: ToolCall): ProvidedObjects {
  const ofRequest = call.request && provideRequest(call.request)
  return { get: (token) => call.find(token) ?? ofRequest?.get(token) }
}

/** The plan of a method without middleware. */
const noPlan: ContextPlan = { attributes: new Map(), provides: new Set() }
