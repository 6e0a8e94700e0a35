import type { Logger } from '../logging/logger.ts'
import { LocalPrincipal, Principal } from '../access/principal.ts'
import { familyOf } from '../container/supplied.ts'
import type { Token } from '../container/binding.ts'
import type { FailureTexts } from '../http/error-handling/failure-texts.ts'
import { findProvided, type ToolCall } from '../http/chain/tool-call.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { AgentAccess } from './agent-access.ts'
import type { McpDispatcher } from './dispatcher.ts'
import type { Params, ResultMembers } from './json-rpc.ts'
import type { McpOperations } from './operations.ts'
import type { McpRegistry } from './registry.ts'
import type { Class } from '../reflection/type-info.ts'
import type { ServerInfo } from './server-info.ts'

/** Handles one method of the protocol. Throws `MessageRefused`. */
export type Method = (
  params: Params,
  context: MessageContext,
) => ResultMembers | Promise<ResultMembers>

/** The information that a transport has about one message. */
export interface MessageContext {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: HttpRequest
  /** The sender of a message without an HTTP request; undefined if anonymous. */
  readonly caller?: Principal | undefined
  /** True if the response may be a status and a challenge. This is so over HTTP until an event stream has started. */
  readonly mayChallenge?: boolean
  /** Returns a signal that is aborted when the caller cancels the call or closes its connection. */
  signal(): AbortSignal
  /** Opens a channel for notifications about the message. Undefined if none can be sent. */
  openNotifications?(): (text: string) => void
}

/** The parts that the methods of one server share. */
export interface ServerParts {
  readonly registry: McpRegistry
  readonly operations: McpOperations
  readonly dispatcher: McpDispatcher
  readonly access: AgentAccess | undefined
  readonly texts: FailureTexts | undefined
  readonly logger: Logger
  readonly info: ServerInfo
  readonly instructions: string | undefined
  readonly pageSize: number
  readonly ttlMs: number
}

/** Returns the sender of a message; undefined if anonymous. */
export function callerOf({ request, caller }: Origin): Principal | undefined {
  if (request) return findProvided(request, Principal) as Principal | undefined
  return caller ?? holdingNothing
}

/** Returns the origin of a call, with the caller if there is no request. */
export function originOf(context: MessageContext): Required<Origin> {
  const { request } = context
  return { request, caller: request ? undefined : callerOf(context) }
}

interface Origin {
  readonly request?: HttpRequest | undefined
  readonly caller?: Principal | undefined
}

/** The caller over stdio without a token: it has no scopes and no roles. */
const holdingNothing = new LocalPrincipal({ scopes: [], roles: [] })

/** Returns the caller if it is an instance of the declared class. */
export function asCaller(caller: Principal | undefined, type: Token): unknown {
  return caller && familyOf(type) === Principal && caller instanceof type ? caller : undefined
}

/** Returns a value for a parameter that is not an argument: a value that middleware has provided, or the caller. */
export function suppliedTo(
  { request, caller }: Origin,
  call: ToolCall | undefined,
  type: Class,
): unknown {
  if (call) return call.find(type)
  return request ? findProvided(request, type) : asCaller(caller, type)
}
