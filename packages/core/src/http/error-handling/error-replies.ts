import { andThen, isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Container } from '../../base/container/container.ts'
import { HttpError } from '../message/http-error.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { ReplyOrResponse, Reply } from '../message/reply.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import type { ErrorHandlers } from './error-handlers.ts'
import { FailureMessages } from './failure-messages.ts'
import { ErrorMapper } from './error-mapper.ts'
import { asClientError } from './client-error.ts'
import { internalError, recover, type ErrorFormat } from './error-format.ts'
import { refuseByError, refuseByReply, type Refuse } from './refuse.ts'

/** Reports an error. It never throws. */
export type Report = (error: unknown, request: HttpRequest) => void

/** Creates a kernel's replies to errors. */
export class ErrorReplies {
  /**
   * Rejects a request. Throws an error if a handler or the error format determines the response, otherwise returns a
   * reply.
   */
  readonly refuse: Refuse
  /**
   * True if validation errors are thrown, because a handler, `Messages`, the setting for error details or the error
   * format determines the response.
   */
  readonly throwsFailures: boolean
  /**
   * Converts a reply of `Reply.error` to the error format of the application. Undefined for the format `plain`, which
   * the reply already has.
   */
  readonly toFormat: ErrorFormat['applyTo']
  readonly #mapper: ErrorMapper
  readonly #format: ErrorFormat
  readonly #report: Report
  readonly #messages: FailureMessages | undefined

  /** Throws if an error handler cannot be called. */
  constructor(container: Container, handlers: ErrorHandlers, format: ErrorFormat, report: Report) {
    this.#mapper = new ErrorMapper(container, handlers, format)
    this.#format = format
    this.toFormat = format.applyTo
    this.#report = report
    this.#messages = FailureMessages.of(container, format.showsDetails)
    const isPlain = format.name === 'plain'
    this.refuse = isPlain && !handlers.of(HttpError) ? refuseByReply : refuseByError
    this.throwsFailures =
      !isPlain || this.#messages !== undefined || handlers.of(ValidationFailed) !== undefined
  }

  /** Returns the reply to an error, from its handler if there is one. Never throws and never rejects. */
  reply(original: unknown, request: HttpRequest): MaybePromise<Reply> {
    let thrown = original
    const finish = (reply: Reply) => {
      if (reply.status >= 500) this.#report(thrown, request)
      return reply.withError(thrown)
    }
    const fail = (failure: unknown) => {
      this.#report(thrown, request)
      this.#report(failure, request)
      return this.#format.error(500, internalError).withError(thrown)
    }
    try {
      if (this.#messages && original instanceof ValidationFailed) {
        thrown = this.#messages.translate(original, request)
      }
      if (this.#mapper.lacksSpecificHandler(thrown)) thrown = asClientError(thrown, request)
      const reply = this.#mapper.callHandler(thrown, request)
      if (!reply) return this.recover(thrown, request)
      return isPromise(reply) ? reply.then(finish).catch(fail) : finish(reply)
    } catch (failure) {
      return fail(failure)
    }
  }

  /** Returns a handler that applies `toFormat` to the responses of `inner`. */
  inFormat<G extends unknown[]>(
    inner: (...args: G) => MaybePromise<ReplyOrResponse>,
  ): (...args: G) => MaybePromise<ReplyOrResponse> {
    const { toFormat } = this
    return toFormat ? (...args) => andThen(inner(...args), toFormat) : inner
  }

  /** Returns the reply to an error without calling its handler. Never throws. */
  recover(error: unknown, request: HttpRequest): Reply {
    return recover(error, () => this.#report(error, request), this.#format)
  }
}
