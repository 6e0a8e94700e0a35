import { isPromise } from '../../base/platform/maybe-promise.ts'
import { parseDuration } from '../../base/config/units.ts'
import {
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
} from '../../http/chain/middleware.ts'
import { OptionsSetting, type SettingOptions } from '../../http/chain/setting.ts'
import { defaultBinding, type Resolver } from '../../base/container/binding.ts'
import type { ToolCall } from '../../http/chain/tool-call.ts'
import { dropBody } from '../../http/responses/without-body.ts'
import { Logger } from '../../base/logging/logger.ts'
import { logThrown } from '../../base/logging/thrown.ts'
import { HttpError } from '../../http/message/http-error.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { timerDelay } from '../../base/platform/timer.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { Operation } from '../../data/schema/operation.ts'

/** Options for `@Timeout`. */
export interface TimeoutOptions {
  /** The status of the response. Default: 503. */
  readonly status?: number
}

/** A duration, a function that returns one from the configuration, or `false` for no limit. */
export type GivenTimeout = SettingOptions<string>

class TimeoutAttribute extends OptionsSetting<string> {
  readonly status: number
  readonly milliseconds: number

  constructor(duration: GivenTimeout, options: TimeoutOptions = {}) {
    super(duration, options)
    this.status = options.status ?? 503
    this.milliseconds = this.options === undefined ? 0 : parseTimeout(this.options)
    timeoutError(this.status)
  }

  middleware(): MiddlewareClass {
    return TimeLimit
  }

  openApi(): Partial<Operation> {
    return { responses: { [this.status]: { description: message } } }
  }
}

/**
 * Limits the time until the response headers are sent, for example to `30s`. After that, the signal of the request is
 * aborted, and the response is 503 unless the option `status` is set.
 */
export const Timeout = attribute(TimeoutAttribute, '…')

class TimeLimit implements Middleware {
  static readonly [builtInStage] = 'admit'
  static readonly [defaultBinding] = (resolver: Resolver): TimeLimit =>
    new TimeLimit(resolver.get(Logger))

  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  handle(request: HttpRequest, next: Next): ReturnType<Next> {
    const { context } = request
    if (!context) return next()
    // Creates the controller before `next`, so that all inner code gets the signal that may be aborted.
    const abort = (context.abort = new AbortController())
    const response = next()
    const limit = request.attribute(TimeoutAttribute)
    if (!limit || !isPromise(response)) return response
    return withTimeout(response, limit.milliseconds, () => {
      const report = (error: unknown) => context.report(error)
      context.late = abortAndWait(response.then(dropBody), abort, report)
      return timeoutError(limit.status)
    })
  }

  handleTool(call: ToolCall, next: () => unknown): unknown {
    const abort = (call.abort = new AbortController())
    const result = next()
    const limit = call.attribute(TimeoutAttribute)
    if (!limit || !isPromise(result)) return result
    return withTimeout(result, limit.milliseconds, () => {
      const report = (error: unknown) =>
        logThrown(() => this.#logger, 'error', 'A tool failed.', { tool: call.tool.name, error })
      call.late = abortAndWait(result, abort, report)
      return timeoutError(limit.status)
    })
  }
}

const message = 'The request took too long.'

function timeoutError(status: number): HttpError {
  return new HttpError(status, message)
}

function parseTimeout(text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds > 0 && timerDelay(milliseconds) === milliseconds) return milliseconds
  throw new TypeError(`A timeout of "${text}" is not supported: use 1ms to 24d.`)
}

/** Rejects with the error created by `giveUp` if the work takes too long. */
function withTimeout<T>(work: Promise<T>, milliseconds: number, giveUp: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(giveUp()), milliseconds)
    const settled = work.finally(() => clearTimeout(timer))
    settled.then(resolve, reject)
  })
}

/**
 * Aborts the signal and waits for the work. Running code continues until it ends; inner middleware and methods are not
 * started. Never rejects.
 */
function abortAndWait(
  work: Promise<unknown>,
  abort: AbortController,
  report: (error: unknown) => void,
): Promise<unknown> {
  abort.abort(new DOMException(message, 'TimeoutError'))
  return work.catch((error: unknown) => {
    const isAbort = error === abort.signal.reason
    const isClientError = error instanceof HttpError && error.status < 500
    if (!isAbort && !isClientError) report(error)
  })
}
