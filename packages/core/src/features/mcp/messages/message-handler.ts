import { Buffer } from 'node:buffer'
import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { Logger } from '../../../base/logging/logger.ts'
import { logThrown, tryRead } from '../../../base/logging/thrown.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import { mcpMessages, type McpMessage } from '../../../http/channels/channels.ts'
import { keepValues } from '../../../http/channels/operation-channel.ts'
import type { AgentAccess } from '../calls/agent-access.ts'
import type { McpOperations } from '../calls/operations.ts'
import type { ServerParts } from '../methods/server-parts.ts'
import {
  errorText,
  idOf,
  internalError,
  invalidRequest,
  isNotification,
  isOver,
  kindOf,
  MessageRefused,
  methodNotFound,
  resultText,
  type ResultMembers,
  type RpcRequest,
} from '../protocol/json-rpc.ts'
import type { McpResponse, MessageContext } from '../protocol/method.ts'
import { createLegacyVersion } from '../versions/legacy.ts'
import { claimsModern, createModernVersion } from '../versions/modern.ts'
import type { ProtocolVersion } from '../versions/protocol-version.ts'
import { batchProblem, batchTooLong } from './batch.ts'

const accepted: McpResponse = { status: 202 }

/** Handles the messages of all protocol versions, independent of the transport. */
export class MessageHandler {
  /** The access rules; undefined if the server has no authentication. */
  readonly access: AgentAccess | undefined
  readonly #operations: McpOperations
  readonly #logger: Logger
  readonly #maxResponseBytes: number
  readonly #legacy: ProtocolVersion
  readonly #modern: ProtocolVersion

  constructor(parts: ServerParts, maxResponseBytes: number) {
    this.access = parts.access
    this.#operations = parts.operations
    this.#logger = parts.logger
    this.#maxResponseBytes = maxResponseBytes
    this.#legacy = createLegacyVersion(parts)
    this.#modern = createModernVersion(parts)
  }

  /** Handles a decoded message or batch. Never throws and never rejects. */
  receive(message: unknown, context: MessageContext): MaybePromise<McpResponse> {
    return Array.isArray(message)
      ? this.#receiveBatch(message, context)
      : this.#receiveObserved(message, context)
  }

  /** Returns the response to a message or batch that is rejected because of its sender. */
  refuse(message: unknown, reason: string): McpResponse {
    return this.#refuse(new MessageRefused(invalidRequest, reason), message)
  }

  /** Publishes the message on `fw.mcp.message` if the channel has subscribers. */
  #receiveObserved(message: unknown, context: MessageContext): MaybePromise<McpResponse> {
    if (!mcpMessages.hasSubscribers) return this.#receiveOne(message, context)
    const observed = keepValues(this.#describe(message, context), paramsOf(message))
    return mcpMessages.run(observed, () => this.#receiveOne(message, context, observed))
  }

  /** Describes a message. Unknown names, which callers could invent, are left out. */
  #describe(message: unknown, { request }: MessageContext): McpMessage {
    const { method, params } = isPlainObject(message) ? message : {}
    const { name, _meta: meta } = isPlainObject(params) ? params : {}
    const versions = [this.#legacy, this.#modern]
    const isKnown = versions.some(({ methods }) => methods.has(method as string))
    const isCall = method === 'tools/call' && this.#operations.tools.has(name)
    return {
      method: isKnown || isNotificationName(method) ? (method as string) : '(other)',
      tool: isCall ? (name as string) : undefined,
      transport: request ? 'http' : 'stdio',
      meta: isPlainObject(meta) ? meta : {},
    }
  }

  #receiveOne(
    message: unknown,
    context: MessageContext,
    observed?: McpMessage,
  ): MaybePromise<McpResponse> {
    try {
      const kind = kindOf(message)
      if (kind === 'notification') return accepted
      const request = message as RpcRequest
      const version = claimsModern(request.params, context) ? this.#modern : this.#legacy
      return kind === 'request'
        ? this.#respond(request, context, version, observed)
        : takeResponse(version)
    } catch (error) {
      return this.#refuse(error, message, observed)
    }
  }

  #respond(
    request: RpcRequest,
    context: MessageContext,
    version: ProtocolVersion,
    observed: McpMessage | undefined,
  ): MaybePromise<McpResponse> {
    version.check(request, context)
    const { id, method, params = {} } = request
    if (observed) observed.version = version.versionOf(params, context)
    const respond = version.methods.get(method)
    if (!respond) {
      const status = version.unknownMethodStatus
      throw new MessageRefused(methodNotFound, `There is no method "${method}".`, { status })
    }
    const finish = (result: ResultMembers) => {
      if (observed && result['isError'] === 'true') observed.code = 'tool_error'
      return this.#toResponse(resultText(id, version.members, result))
    }
    const result = respond(params, context)
    return isPromise(result)
      ? result.then(finish).catch((error: unknown) => this.#refuse(error, request, observed))
      : finish(result)
  }

  async #receiveBatch(batch: readonly unknown[], context: MessageContext): Promise<McpResponse> {
    const problem = batchProblem(batch, context)
    if (problem) return this.#refuse(problem, undefined)
    const challenge = await this.#checkAll(batch, context)
    if (challenge) return this.#refuse(challenge, undefined)
    const { request, caller } = context
    // The response to a batch is a single JSON array, so no notifications can be sent.
    const each: MessageContext = {
      ...(request && { request }),
      caller,
      signal: () => context.signal(),
    }
    let remainingBytes = this.#maxResponseBytes
    const respond = async (message: unknown) => {
      const { text } = await this.#receiveObserved(message, each)
      if (text === undefined) return []
      const size = Buffer.byteLength(text)
      if (size > remainingBytes)
        return errorText(idOf(message), batchTooLong(this.#maxResponseBytes))
      remainingBytes -= size
      return text
    }
    const texts = (await Promise.all(batch.map(respond))).flat()
    return texts.length === 0 ? accepted : { status: 200, text: `[${texts.join(',')}]` }
  }

  /** Returns the error that rejects a whole batch before any of it runs. */
  async #checkAll(
    batch: readonly unknown[],
    context: MessageContext,
  ): Promise<MessageRefused | undefined> {
    if (!this.access || !context.mayChallenge) return undefined
    const named = batch.map((message) => this.#operations.operationOf(message))
    return this.access.checkAll(
      named.filter((each) => each !== undefined),
      context,
    )
  }

  #toResponse(text: string): McpResponse {
    const limit = this.#maxResponseBytes
    if (!isOver(text, limit)) return { status: 200, text }
    throw new MessageRefused(
      internalError,
      `The response is over ${limit} bytes. Request less data.`,
    )
  }

  #refuse(error: unknown, message: unknown, observed?: McpMessage): McpResponse {
    const refused = tryRead(error, asRefusal) ?? this.#reportInternal(error)
    if (observed) {
      observed.code = refused.code
      mcpMessages.fail(observed, error)
    }
    const { status, challenge } = refused
    if (challenge) {
      return { status, text: JSON.stringify({ error: refused.message }), headers: challenge }
    }
    return isNotification(message)
      ? { status }
      : { status, text: errorText(idOf(message), refused) }
  }

  #reportInternal(error: unknown): MessageRefused {
    logThrown(() => this.#logger, 'error', 'An MCP message could not be handled.', { error })
    return new MessageRefused(internalError, 'Internal error.')
  }
}

/** Returns the parameters of a message without `_meta`. */
function paramsOf(message: unknown): unknown {
  const { params } = isPlainObject(message) ? message : {}
  if (!isPlainObject(params)) return params
  const { _meta, ...own } = params
  return own
}

/** The notifications that clients of any version send. */
const notifications = ['cancelled', 'initialized', 'progress', 'roots/list_changed']

function isNotificationName(method: unknown): boolean {
  return notifications.some((name) => method === `notifications/${name}`)
}

function asRefusal(error: unknown): MessageRefused | undefined {
  return error instanceof MessageRefused ? error : undefined
}

function takeResponse(version: ProtocolVersion): McpResponse {
  if (version.takesResponses) return accepted
  throw new MessageRefused(
    invalidRequest,
    'This version of the protocol does not accept responses.',
    { status: 400 },
  )
}
