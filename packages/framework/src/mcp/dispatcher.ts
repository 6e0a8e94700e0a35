import { provideRequest } from '../binding/provide-request.ts'
import { Config } from '../config/config.ts'
import type { Resolver, Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { prepareInvoke } from '../container/invoke.ts'
import type { Provided } from '../container/scope.ts'
import { ChainPlanner } from '../http/chain-plan.ts'
import type { ToolCall } from '../http/tool-call.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { ClassReflection, MethodReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { planGuard, type Surround } from './guard.ts'

/** A method that serves a tool or resource. */
export interface Handler {
  readonly class: Class
  readonly methodName: string
  /** `Class.method` */
  readonly owner: string
  /** Absent for what no attribute declares. */
  readonly declaration?: { readonly class: ClassReflection; readonly method: MethodReflection }
}

/** What one call comes with. */
export interface CallOrigin {
  readonly request: HttpRequest | undefined
  /** Present where middleware stands around the method. */
  readonly call?: ToolCall
}

/** Calls the method of a tool or resource on an object from the container. */
export type Invoke = (args: readonly unknown[], origin: CallOrigin) => unknown

/** How a method is called, decided once. */
export interface PreparedCall {
  readonly invoke: Invoke
  /** Runs what stands around the method; absent where nothing does. */
  readonly surround?: Surround | undefined
}

type Target = Record<string, (...args: readonly unknown[]) => unknown>

/** Brings calls to the methods that serve them. */
export class McpDispatcher {
  readonly #app: Container
  readonly #planner: ChainPlanner
  readonly #application: ClassReflection | undefined

  /** `app` is the booted container; the attributes of `application` are around `/mcp`. */
  constructor(app: Container, application?: ClassReflection) {
    this.#app = app
    this.#planner = new ChainPlanner(() => app.get(Config))
    this.#application = application
  }

  /**
   * Decides once how a method is called; each message may have a scope of its own. Middleware is told the kind and the
   * name. Throws where its class cannot be built, or where middleware around it would not guard it.
   */
  prepare(handler: Handler, kind: 'tool' | 'resource', name: string): PreparedCall {
    const { class: type, methodName } = handler
    const call = (target: unknown, args: readonly unknown[]) =>
      ((target as Target)[methodName] as Target[string])(...args)
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
    if (guard?.sharesScope) {
      return {
        invoke: (args, origin) =>
          call(((origin.call as ToolCall).scope as Resolver).get(type), args),
        surround: guard.surround,
      }
    }
    return { invoke: prepareInvoke(this.#app, type, call, provideCall), surround: guard?.surround }
  }
}

function provideCall({ request, call }: CallOrigin): Provided | undefined {
  const ofRequest = request && provideRequest(request)
  if (!call) return ofRequest
  return { get: (token: Token) => call.find(token) ?? ofRequest?.get(token) }
}
