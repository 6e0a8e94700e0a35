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

/** Answers one method of the protocol. Throws `MessageRefused`. */
export type Method = (
  params: Params,
  context: MessageContext,
) => ResultMembers | Promise<ResultMembers>

/** What a transport knows about one message. */
export interface MessageContext {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: HttpRequest
  /** Who sends the message, if no HTTP request tells; undefined for nobody. */
  readonly caller?: Principal | undefined
  /** Whether the message may be answered with a status and a challenge, as over HTTP until a stream has begun. */
  readonly mayChallenge?: boolean
  /** Aborted when the caller cancels the call, or closes the connection that the answer would take. */
  signal(): AbortSignal
  /** Opens a channel for notifications about the message; absent where none can be sent. */
  openNotifications?(): (text: string) => void
}

/** What the methods of one server share. */
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

/** Who sends a message; undefined for nobody. */
export function callerOf({ request, caller }: Origin): Principal | undefined {
  if (request) return findProvided(request, Principal) as Principal | undefined
  return caller ?? holdingNothing
}

/** What a method is called with besides its arguments. */
export function originOf(context: MessageContext): Required<Origin> {
  const { request } = context
  return { request, caller: request ? undefined : callerOf(context) }
}

interface Origin {
  readonly request?: HttpRequest | undefined
  readonly caller?: Principal | undefined
}

/** The caller over stdio without a token. */
const holdingNothing = new LocalPrincipal({ scopes: [], roles: [] })

/** The caller for a declared class; undefined for any other one. */
export function asCaller(caller: Principal | undefined, type: Token): unknown {
  return caller && familyOf(type) === Principal && caller instanceof type ? caller : undefined
}

/** What a method takes besides its arguments: what middleware has provided, and the caller. */
export function suppliedTo(
  { request, caller }: Origin,
  call: ToolCall | undefined,
  type: Class,
): unknown {
  if (call) return call.find(type)
  return request ? findProvided(request, type) : asCaller(caller, type)
}
