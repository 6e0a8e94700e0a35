import { CallContext, type ContextPlan } from '../../calls/call-context.ts'
import type { Resolver } from '../../base/container/binding.ts'
import { familyRoot } from '../../base/container/supplied.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Class } from '../../base/reflection/type-info.ts'

/** The tool or resource that an agent calls. */
export interface CalledTool {
  readonly kind: 'tool' | 'resource'
  /** The name of a tool, or the URI or URI template of a resource. */
  readonly name: string
  readonly class: Class
  readonly methodName: string
}

/** The plan for calls of a tool or resource. */
export interface ToolCallPlan {
  readonly tool: CalledTool
  readonly plan: ContextPlan
  /** The services for calls without a scope. */
  readonly services: Resolver
}

/** The origin of a call: its HTTP request, or else its caller. */
export interface ToolCallOrigin {
  readonly request?: HttpRequest | undefined
  readonly caller?: object | undefined
}

/** A call of a tool, or a read of a resource, as seen by middleware. */
export class ToolCall extends CallContext {
  readonly tool: CalledTool
  /** The arguments as sent by the agent, not yet validated. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The HTTP request of the call; undefined over stdio. */
  readonly request: HttpRequest | undefined
  /** The caller, if there is no request. */
  readonly caller: object | undefined

  constructor(
    { tool, plan, services }: ToolCallPlan,
    args: Readonly<Record<string, unknown>>,
    { request, caller }: ToolCallOrigin,
  ) {
    super(plan, services)
    this.tool = tool
    this.arguments = args
    this.request = request
    this.caller = caller
  }

  /**
   * Returns a value that middleware of the tool or of `/mcp` provided, or the caller if it has the type, otherwise
   * undefined.
   */
  override find<T>(type: Class<T>): T | undefined {
    return super.find(type) ?? this.request?.context?.find(type) ?? this.#callerAs(type)
  }

  #callerAs<T>(type: Class<T>): T | undefined {
    return this.caller instanceof type && familyRoot(type) ? this.caller : undefined
  }
}
