import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { AuthenticationUnavailable } from '../../access/errors.ts'
import type { Principal } from '../../access/principal.ts'
import { timerDelay } from '../../../base/platform/timer.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'
import type { MessageContext, McpResponse } from '../protocol/method.ts'
import {
  errorText,
  idOf,
  invalidRequest,
  isNotification,
  MessageRefused,
  parseError,
  parseMessage,
} from '../protocol/json-rpc.ts'
import type { MessageHandler } from '../messages/message-handler.ts'
import { LineSplitter } from './line-splitter.ts'

/**
 * The maximum length of pending output, in characters. Longer output is written immediately, because combining it would
 * save nothing.
 */
const maxPendingLength = 65_536

/** The time that a cancelled call has for its cleanup, in milliseconds. */
const cleanupMilliseconds = 200

/** The connection to the only client of a process, with its running calls. */
export class StdioConnection {
  readonly #server: MessageHandler
  readonly #output: Writable
  readonly #limit: number
  readonly #caller: (() => MaybePromise<Principal>) | undefined
  readonly #lines: LineSplitter
  readonly #calls = new Map<unknown, StdioMessageContext>()
  readonly #running = new Set<Promise<void>>()
  #pending = ''

  constructor(
    server: MessageHandler,
    output: Writable,
    limit: number,
    caller?: () => MaybePromise<Principal>,
  ) {
    this.#caller = caller
    this.#server = server
    this.#output = output
    this.#limit = limit
    this.#lines = new LineSplitter(limit)
  }

  /** Handles the lines that end in a chunk. Pauses between lines while the output buffer is full. */
  async receive(chunk: Buffer): Promise<void> {
    for (const line of this.#lines.add(chunk)) {
      this.#receiveLine(line)
      if (this.#output.writableNeedDrain) await once(this.#output, 'drain')
    }
    this.#flush()
    if (this.#output.writableNeedDrain) await once(this.#output, 'drain')
  }

  /** Waits for the running calls. After the timeout or when the signal is aborted, cancels the remaining ones. */
  async finish(timeout: number, signal: AbortSignal): Promise<void> {
    this.#receiveLine(this.#lines.rest())
    await this.#untilIdle(timeout, signal)
    for (const context of this.#calls.values()) context.cancel()
    await this.#untilIdle(cleanupMilliseconds)
    this.#flush()
    await new Promise<void>((resolve) => {
      this.#output.write('', () => resolve())
    })
  }

  async #untilIdle(timeout: number, signal?: AbortSignal): Promise<void> {
    const idle = new AbortController()
    const ended = signal ? AbortSignal.any([idle.signal, signal]) : idle.signal
    const timedOut = sleep(timerDelay(timeout), undefined, { signal: ended }).catch(() => undefined)
    await Promise.race([Promise.all(this.#running), timedOut])
    idle.abort()
  }

  #receiveLine(line: Buffer | undefined): void {
    try {
      if (!line) {
        const problem = `A line is over ${this.#limit} bytes. Send shorter messages.`
        throw new MessageRefused(invalidRequest, problem)
      }
      if (!isUtf8(line)) throw new MessageRefused(parseError, 'The message is not valid UTF-8.')
      const text = line.toString().trim()
      if (text !== '') this.#receiveMessage(parseMessage(text))
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error
      this.#send(errorText(null, error))
    }
  }

  #receiveMessage(message: unknown): void {
    const cancelled = cancelledCall(message)
    if (cancelled !== undefined) return this.#calls.get(cancelled)?.cancel()
    const context = new StdioMessageContext((text) => this.#sendImmediately(text))
    const response = this.#respond(message, context)
    if (isPromise(response)) this.#track(response, idOf(message), context)
    else if (response.text !== undefined) this.#send(response.text)
  }

  #respond(message: unknown, context: StdioMessageContext): MaybePromise<McpResponse> {
    const caller = this.#caller?.()
    if (isPromise(caller)) return this.#respondTo(message, context, caller)
    context.caller = caller
    return this.#server.receive(message, context)
  }

  async #respondTo(
    message: unknown,
    context: StdioMessageContext,
    caller: Promise<Principal>,
  ): Promise<McpResponse> {
    try {
      context.caller = await caller
    } catch (error) {
      const isUnavailable = error instanceof AuthenticationUnavailable
      const reason = isUnavailable ? error.message : 'The credentials are not accepted.'
      return this.#server.refuse(message, reason)
    }
    return this.#server.receive(message, context)
  }

  #track(response: Promise<McpResponse>, id: unknown, context: StdioMessageContext): void {
    if (id !== null) this.#calls.set(id, context)
    const running = this.#finish(response, id, context)
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
  }

  async #finish(
    response: Promise<McpResponse>,
    id: unknown,
    context: StdioMessageContext,
  ): Promise<void> {
    const { text } = await response
    if (this.#calls.get(id) === context) this.#calls.delete(id)
    if (text !== undefined && !context.isCancelled) this.#send(text)
  }

  /** Collects output until the current microtask ends and writes it together, unless it is long. */
  #send(text: string): void {
    if (this.#pending === '') queueMicrotask(() => this.#flush())
    this.#pending += `${text}\n`
    if (this.#pending.length > maxPendingLength) this.#flush()
  }

  /** Sends a notification, or drops it if the output buffer is full. */
  #sendImmediately(text: string): void {
    if (this.#output.writableNeedDrain) return
    this.#pending += `${text}\n`
    this.#flush()
  }

  #flush(): void {
    const text = this.#pending
    this.#pending = ''
    if (text !== '' && this.#output.writable) this.#output.write(text)
  }
}

class StdioMessageContext implements MessageContext {
  readonly #notify: (text: string) => void
  #controller: AbortController | undefined
  isCancelled = false
  caller: Principal | undefined

  constructor(notify: (text: string) => void) {
    this.#notify = notify
  }

  cancel(): void {
    this.isCancelled = true
    this.#controller?.abort()
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  openNotifications(): (text: string) => void {
    return this.#notify
  }
}

/** Returns the id of the call that a message cancels; undefined for any other message. */
function cancelledCall(message: unknown): unknown {
  if (!isNotification(message)) return undefined
  const { method, params } = message as Record<string, unknown>
  if (method !== 'notifications/cancelled' || !isPlainObject(params)) return undefined
  return params['requestId']
}
