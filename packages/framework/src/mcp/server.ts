import { Buffer } from 'node:buffer'
import { JsonLogger, type Logger } from '../logging/logger.ts'
import { lookAt, logThrown } from '../logging/thrown.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import type { McpDispatcher } from './dispatcher.ts'
import type { Era } from './eras/era.ts'
import { allowsBatches, createLegacyEra } from './eras/legacy.ts'
import { claimsModernEra, createModernEra, hasClaim } from './eras/modern.ts'
import type { Exchange } from './exchange.ts'
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
  type RpcRequest,
} from './json-rpc.ts'
import type { McpRegistry } from './registry.ts'
import { readServerInfo, type ServerInfo } from './server-info.ts'

export interface McpServerOptions {
  /** Told about every error that the agent is not told about; silent when left out. */
  readonly logger?: Logger
  /** How the server names itself; as the package.json of the working directory says when left out. */
  readonly info?: ServerInfo
  /** What an agent should know about using the server. */
  readonly instructions?: string
  /** How many tools or resources one page of a list has; 100 when left out. */
  readonly pageSize?: number
  /** How long clients may keep lists, in milliseconds; one minute when left out. */
  readonly ttlMs?: number
  /** How many bytes an answer may have, the one to a batch as a whole; 64 MiB when left out. */
  readonly maxAnswerBytes?: number
  /**
   * Hosts, such as `api.example.com` or `localhost:8080`, that requests may name in `Host` and `Origin`
   * besides localhost. Anything else is refused, so that a web page cannot reach a server of its visitor.
   */
  readonly allowedHosts?: readonly string[]
}

/** What a transport sends back: `text` is JSON, absent where nothing is answered. */
export interface McpAnswer {
  /** Of HTTP. */
  readonly status: number
  readonly text?: string
}

const accepted: McpAnswer = { status: 202 }

/** Answers messages of both eras, whichever transport brings them. */
export class McpServer {
  readonly allowedHosts: readonly string[]
  readonly #logger: Logger
  readonly #maxAnswerBytes: number
  readonly #legacy: Era
  readonly #modern: Era

  /** Throws where the class of a tool or resource cannot be built. */
  constructor(registry: McpRegistry, dispatcher: McpDispatcher, options: McpServerOptions = {}) {
    const parts = {
      registry,
      dispatcher,
      logger: options.logger ?? new JsonLogger({ level: 'silent' }),
      info: options.info ?? readServerInfo(process.cwd()),
      instructions: options.instructions,
      pageSize: options.pageSize ?? 100,
      ttlMs: options.ttlMs ?? 60_000,
    }
    this.allowedHosts = (options.allowedHosts ?? []).map((host) => host.toLowerCase())
    this.#logger = parts.logger
    this.#maxAnswerBytes = options.maxAnswerBytes ?? 64 * 1024 * 1024
    this.#legacy = createLegacyEra(parts)
    this.#modern = createModernEra(parts)
  }

  /** Answers a decoded message or batch; never throws and never rejects. */
  receive(message: unknown, exchange: Exchange): McpAnswer | Promise<McpAnswer> {
    return Array.isArray(message)
      ? this.#receiveBatch(message, exchange)
      : this.#receiveOne(message, exchange)
  }

  #receiveOne(message: unknown, exchange: Exchange): McpAnswer | Promise<McpAnswer> {
    try {
      const kind = kindOf(message)
      if (kind === 'notification') return accepted
      const request = message as RpcRequest
      const era = claimsModernEra(request.params, exchange) ? this.#modern : this.#legacy
      return kind === 'request' ? this.#answer(request, exchange, era) : takeResponse(era)
    } catch (error) {
      return this.#refuse(error, message)
    }
  }

  #answer(request: RpcRequest, exchange: Exchange, era: Era): McpAnswer | Promise<McpAnswer> {
    era.check(request, exchange)
    const { id, method, params = {} } = request
    const answer = era.methods.get(method)
    if (!answer) {
      const status = era.unknownMethodStatus
      throw new MessageRefused(methodNotFound, `There is no method "${method}".`, { status })
    }
    const finish = (result: string) => this.#toAnswer(resultText(id, era.wrap(result)))
    const result = answer(params, exchange)
    return result instanceof Promise
      ? result.then(finish).catch((error: unknown) => this.#refuse(error, request))
      : finish(result)
  }

  async #receiveBatch(batch: readonly unknown[], exchange: Exchange): Promise<McpAnswer> {
    const problem = batchProblem(batch, exchange)
    if (problem) return this.#refuse(problem, undefined)
    const { request } = exchange
    // One array answers the batch, so notifications about its messages have no place.
    const each: Exchange = { ...(request && { request }), signal: () => exchange.signal() }
    let room = this.#maxAnswerBytes
    const answer = async (message: unknown) => {
      const { text } = await this.#receiveOne(message, each)
      if (text === undefined) return []
      const size = Buffer.byteLength(text)
      if (size > room) return errorText(idOf(message), batchTooLong(this.#maxAnswerBytes))
      room -= size
      return text
    }
    const texts = (await Promise.all(batch.map(answer))).flat()
    return texts.length === 0 ? accepted : { status: 200, text: `[${texts.join(',')}]` }
  }

  #toAnswer(text: string): McpAnswer {
    const limit = this.#maxAnswerBytes
    if (!isOver(text, limit)) return { status: 200, text }
    throw new MessageRefused(internalError, `The answer is over ${limit} bytes. Ask for less.`)
  }

  #refuse(error: unknown, message: unknown): McpAnswer {
    const refused = lookAt(error, asRefusal) ?? this.#reportInternal(error)
    const { status } = refused
    return isNotification(message)
      ? { status }
      : { status, text: errorText(idOf(message), refused) }
  }

  #reportInternal(error: unknown): MessageRefused {
    logThrown(() => this.#logger, 'error', 'An MCP message could not be answered.', { error })
    return new MessageRefused(internalError, 'Internal error.')
  }
}

function asRefusal(error: unknown): MessageRefused | undefined {
  return error instanceof MessageRefused ? error : undefined
}

function takeResponse(era: Era): McpAnswer {
  if (era.takesResponses) return accepted
  throw new MessageRefused(invalidRequest, 'This version takes no responses.', { status: 400 })
}

function batchTooLong(limit: number): MessageRefused {
  const problem = `The answers to the batch are over ${limit} bytes. Send this message by itself.`
  return new MessageRefused(internalError, problem)
}

/** All messages of a batch are served at once. */
const maxBatch = 100

function batchProblem(batch: readonly unknown[], exchange: Exchange): MessageRefused | undefined {
  const refuse = (problem: string) => new MessageRefused(invalidRequest, problem, { status: 400 })
  if (!allowsBatches(exchange)) return refuse('This version of the protocol has no batches.')
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
