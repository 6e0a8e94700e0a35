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
import { internalError, recover, type ErrorForm } from './error-form.ts'
import { refuseByError, refuseByReply, type Refuse } from './refuse.ts'

/** Reports an error. It never throws. */
export type Report = (error: unknown, request: HttpRequest) => void

/** Creates a kernel's replies to errors. */
export class ErrorReplies {
  /** Rejects a request. Throws an error if the response is determined by a handler or the error format. */
  readonly refuse: Refuse
  /** True if validation errors are thrown, for the same reason. */
  readonly throwsFailures: boolean
  /** Converts a reply of `Reply.error` to the error format of the application. Undefined if that is its own format. */
  readonly toForm: ErrorForm['applyTo']
  readonly #mapper: ErrorMapper
  readonly #form: ErrorForm
  readonly #report: Report
  readonly #texts: FailureMessages | undefined

  /** Throws if an error handler cannot be called. */
  constructor(container: Container, handlers: ErrorHandlers, form: ErrorForm, report: Report) {
    this.#mapper = new ErrorMapper(container, handlers, form)
    this.#form = form
    this.toForm = form.applyTo
    this.#report = report
    this.#texts = FailureMessages.of(container, form.showsDetails)
    const isPlain = form.name === 'plain'
    this.refuse = isPlain && !handlers.of(HttpError) ? refuseByReply : refuseByError
    this.throwsFailures =
      !isPlain || this.#texts !== undefined || handlers.of(ValidationFailed) !== undefined
  }

  /** Returns the reply to an error, from its handler if it has one. Never throws and never rejects. */
  reply(given: unknown, request: HttpRequest): MaybePromise<Reply> {
    let thrown = given
    const finish = (reply: Reply) => {
      if (reply.status >= 500) this.#report(thrown, request)
      return reply.withError(thrown)
    }
    const fail = (failure: unknown) => {
      this.#report(thrown, request)
      this.#report(failure, request)
      return this.#form.error(500, internalError).withError(thrown)
    }
    try {
      if (this.#texts && given instanceof ValidationFailed) {
        thrown = this.#texts.translate(given, request)
      }
      if (this.#mapper.leavesToClient(thrown)) thrown = asClientError(thrown, request)
      const reply = this.#mapper.callHandler(thrown, request)
      if (!reply) return this.recover(thrown, request)
      return isPromise(reply) ? reply.then(finish).catch(fail) : finish(reply)
    } catch (failure) {
      return fail(failure)
    }
  }

  /** Applies `toForm` to the responses of a handler. */
  inForm<G extends unknown[]>(
    inner: (...given: G) => MaybePromise<ReplyOrResponse>,
  ): (...given: G) => MaybePromise<ReplyOrResponse> {
    const { toForm } = this
    return toForm ? (...given) => andThen(inner(...given), toForm) : inner
  }

  /** Returns the reply to an error without calling its handler. Never throws. */
  recover(error: unknown, request: HttpRequest): Reply {
    return recover(error, () => this.#report(error, request), this.#form)
  }
}
