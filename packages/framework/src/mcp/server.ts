import { Buffer } from 'node:buffer'
import type { Authentication } from '../access/authentication.ts'
import { mcpMessages, type McpMessage } from '../channels/channels.ts'
import { keepValues } from '../channels/operation-channel.ts'
import type { Endpoint } from '../http/http-kernel.ts'
import { JsonLogger, type Logger } from '../logging/logger.ts'
import { lookAt, logThrown } from '../logging/thrown.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import { AccessChallenge, type AgentAccess } from './agent-access.ts'
import type { McpDispatcher } from './dispatcher.ts'
import type { ProtocolVersion } from './versions/protocol-version.ts'
import { allowsBatches, createLegacyVersion } from './versions/legacy.ts'
import { claimsModern, createModernVersion, hasClaim } from './versions/modern.ts'
import type { MessageContext } from './method.ts'
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
} from './json-rpc.ts'
import { McpOperations } from './operations.ts'
import type { McpRegistry } from './registry.ts'
import { readServerTexts, type ServerInfo } from './server-info.ts'
import { createMcpEndpoint, type Limits } from './transports/http.ts'

/** Description, authentication and limits of a server. */
export interface McpServerOptions {
  /** The schemes that authenticate callers. Default: the registered `Authentication`. */
  readonly authentication?: Authentication
  /**
   * True if failed validation also reports code and parameters, as the kernel option of the same name. Default:
   * `FW_ERROR_DETAILS`, else false.
   */
  readonly errorDetails?: boolean
  /** Logs the errors that agents do not see. Default: no log. */
  readonly logger?: Logger
  /** The name and version of the server. Default: those of the package.json in the working directory. */
  readonly info?: ServerInfo
  /** Instructions for agents that use the server. */
  readonly instructions?: string
  /** How many tools or resources one page of a list has. Default: 100. */
  readonly pageSize?: number
  /** How long clients may cache lists, in milliseconds. Default: one minute. */
  readonly ttlMs?: number
  /** How many bytes a response may have; a batch counts as one response. Default: 64 MiB. */
  readonly maxAnswerBytes?: number
  /**
   * Hosts, such as `api.example.com` or `localhost:8080`, that `Host` and `Origin` of requests may name besides localhost.
   * Others are refused, so that a web page cannot reach a server on the machine of its visitor.
   */
  readonly allowedHosts?: readonly string[]
}

/** The response to a message. `text` is JSON; undefined if there is no response. */
export interface McpAnswer {
  /** The HTTP status. */
  readonly status: number
  readonly text?: string
  /** HTTP headers that challenge the caller. */
  readonly headers?: Readonly<Record<string, string>>
}

const accepted: McpAnswer = { status: 202 }

/** Serves messages of all protocol versions, independent of the transport. */
export class McpServer {
  readonly allowedHosts: readonly string[]
  /** The access rules; undefined if the server has no authentication. */
  readonly access: AgentAccess | undefined
  readonly #operations: McpOperations
  readonly #logger: Logger
  readonly #maxAnswerBytes: number
  readonly #legacy: ProtocolVersion
  readonly #modern: ProtocolVersion

  /** Throws if the class of a tool or resource cannot be built. */
  constructor(registry: McpRegistry, dispatcher: McpDispatcher, options: McpServerOptions = {}) {
    const info = options.info ?? readServerTexts(process.cwd()).info
    this.allowedHosts = (options.allowedHosts ?? []).map((host) => host.toLowerCase())
    this.access = dispatcher.access({ ...options, allowedHosts: this.allowedHosts }, info.name)
    this.#operations = new McpOperations(registry, dispatcher, this.access)
    const parts = {
      operations: this.#operations,
      access: this.access,
      registry,
      dispatcher,
      texts: dispatcher.texts(options),
      logger: options.logger ?? new JsonLogger({ level: 'silent' }),
      info,
      instructions: options.instructions,
      pageSize: options.pageSize ?? 100,
      ttlMs: options.ttlMs ?? 60_000,
    }
    this.#logger = parts.logger
    this.#maxAnswerBytes = options.maxAnswerBytes ?? 64 * 1024 * 1024
    this.#legacy = createLegacyVersion(parts)
    this.#modern = createModernVersion(parts)
  }

  /** Returns the endpoint of `/mcp`. */
  endpoint(limits: Limits): Endpoint {
    return createMcpEndpoint(this, limits)
  }

  /** Handles a decoded message or batch. Never throws and never rejects. */
  receive(message: unknown, context: MessageContext): McpAnswer | Promise<McpAnswer> {
    return Array.isArray(message)
      ? this.#receiveBatch(message, context)
      : this.#receiveTold(message, context)
  }

  /** Returns the response to a message or batch that is refused because of its sender. */
  refuse(message: unknown, reason: string): McpAnswer {
    return this.#refuse(new MessageRefused(invalidRequest, reason), message)
  }

  /** Publishes `fw.mcp.message` if it has subscribers. */
  #receiveTold(message: unknown, context: MessageContext): McpAnswer | Promise<McpAnswer> {
    if (!mcpMessages.hasSubscribers) return this.#receiveOne(message, context)
    const told = keepValues(this.#describe(message, context), paramsOf(message))
    return mcpMessages.run(told, () => this.#receiveOne(message, context, told))
  }

  /** Describes a message without names that callers can make up. */
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
    told?: McpMessage,
  ): McpAnswer | Promise<McpAnswer> {
    try {
      const kind = kindOf(message)
      if (kind === 'notification') return accepted
      const request = message as RpcRequest
      const version = claimsModern(request.params, context) ? this.#modern : this.#legacy
      return kind === 'request'
        ? this.#answer(request, context, version, told)
        : takeResponse(version)
    } catch (error) {
      return this.#refuse(error, message, told)
    }
  }

  #answer(
    request: RpcRequest,
    context: MessageContext,
    version: ProtocolVersion,
    told: McpMessage | undefined,
  ): McpAnswer | Promise<McpAnswer> {
    version.check(request, context)
    const { id, method, params = {} } = request
    if (told) told.version = version.named(params, context)
    const answer = version.methods.get(method)
    if (!answer) {
      const status = version.unknownMethodStatus
      throw new MessageRefused(methodNotFound, `There is no method "${method}".`, { status })
    }
    const finish = (result: ResultMembers) => {
      if (told && result['isError'] === 'true') told.code = 'tool_error'
      return this.#toAnswer(resultText(id, version.members, result))
    }
    const result = answer(params, context)
    return result instanceof Promise
      ? result.then(finish).catch((error: unknown) => this.#refuse(error, request, told))
      : finish(result)
  }

  async #receiveBatch(batch: readonly unknown[], context: MessageContext): Promise<McpAnswer> {
    const problem = batchProblem(batch, context)
    if (problem) return this.#refuse(problem, undefined)
    const challenge = await this.#judgeAll(batch, context)
    if (challenge) return this.#refuse(challenge, undefined)
    const { request, caller } = context
    // A batch gets one JSON array, so notifications about its messages cannot be sent.
    const each: MessageContext = {
      ...(request && { request }),
      caller,
      signal: () => context.signal(),
    }
    let room = this.#maxAnswerBytes
    const answer = async (message: unknown) => {
      const { text } = await this.#receiveTold(message, each)
      if (text === undefined) return []
      const size = Buffer.byteLength(text)
      if (size > room) return errorText(idOf(message), batchTooLong(this.#maxAnswerBytes))
      room -= size
      return text
    }
    const texts = (await Promise.all(batch.map(answer))).flat()
    return texts.length === 0 ? accepted : { status: 200, text: `[${texts.join(',')}]` }
  }

  /** Returns the error that refuses a whole batch, before any of it runs. */
  async #judgeAll(
    batch: readonly unknown[],
    context: MessageContext,
  ): Promise<MessageRefused | undefined> {
    if (!this.access || !context.mayChallenge) return undefined
    const named = batch.map((message) => this.#operations.namedBy(message))
    return this.access.judgeAll(
      named.filter((each) => each !== undefined),
      context,
    )
  }

  #toAnswer(text: string): McpAnswer {
    const limit = this.#maxAnswerBytes
    if (!isOver(text, limit)) return { status: 200, text }
    throw new MessageRefused(internalError, `The response is over ${limit} bytes. Ask for less.`)
  }

  #refuse(error: unknown, message: unknown, told?: McpMessage): McpAnswer {
    const refused = lookAt(error, asRefusal) ?? this.#reportInternal(error)
    if (told) {
      told.code = refused.code
      mcpMessages.fail(told, error)
    }
    const { status } = refused
    if (refused instanceof AccessChallenge) return refused.answer
    return isNotification(message)
      ? { status }
      : { status, text: errorText(idOf(message), refused) }
  }

  #reportInternal(error: unknown): MessageRefused {
    logThrown(() => this.#logger, 'error', 'An MCP message could not be answered.', { error })
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

function takeResponse(version: ProtocolVersion): McpAnswer {
  if (version.takesResponses) return accepted
  throw new MessageRefused(invalidRequest, 'This version takes no responses.', { status: 400 })
}

function batchTooLong(limit: number): MessageRefused {
  const problem = `The responses to the batch are over ${limit} bytes. Send this message by itself.`
  return new MessageRefused(internalError, problem)
}

/** All messages of a batch run at the same time. */
const maxBatch = 100

function batchProblem(
  batch: readonly unknown[],
  context: MessageContext,
): MessageRefused | undefined {
  const refuse = (problem: string) => new MessageRefused(invalidRequest, problem, { status: 400 })
  if (!allowsBatches(context)) return refuse('This version of the protocol has no batches.')
  if (batch.length === 0) return refuse('The batch is empty.')
  if (batch.length > maxBatch) {
    const found = `and this one has ${batch.length}`
    return refuse(`A batch holds at most ${maxBatch} messages, ${found}. Send several.`)
  }
  for (const message of batch.filter(isPlainObject)) {
    if (message['method'] === 'initialize') return refuse('A batch cannot hold "initialize".')
    if (hasClaim(message['params'])) return refuse('2026-07-28 has no batches.')
  }
  return undefined
}
