import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { httpRequests, type HttpRequestMessage } from '../channels/channels.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { ReplyOrResponse } from '../message/reply.ts'
import type { Sent } from '../message/sent.ts'
import type { AccessLog } from './access-log.ts'
import type { Recover, RequestIds } from './request-ids.ts'

/** Handles a request. Never throws and never rejects. */
export type ObservedHandler = (
  request: HttpRequest,
  observation?: RequestObservation,
) => MaybePromise<ReplyOrResponse>

/** Observes requests for the access log, for request ids, and for subscribers of `httpRequests`. */
export class Observer {
  readonly #log: AccessLog | undefined
  readonly #ids: RequestIds | undefined
  readonly #recover: Recover

  /** `recover` returns a reply if the response cannot be sent. */
  constructor(log: AccessLog | undefined, ids: RequestIds | undefined, recover: Recover) {
    this.#log = log
    this.#ids = ids
    this.#recover = recover
  }

  handle(request: HttpRequest, handler: ObservedHandler): MaybePromise<ReplyOrResponse> {
    const isPublished = httpRequests.hasSubscribers && !isProbe(request)
    const log = this.#log
    if (!isPublished && !log) return this.#addId(request, handler)
    const observation = new RequestObservation(request, isPublished, log)
    request.observe(observation)
    if (!isPublished) return this.#addId(request, handler, observation)
    return httpRequests.begin(observation, () => this.#addId(request, handler, observation))
  }

  #addId(
    request: HttpRequest,
    handler: ObservedHandler,
    observation?: RequestObservation,
  ): MaybePromise<ReplyOrResponse> {
    return this.#ids
      ? this.#ids.handle(request, () => handler(request, observation), this.#recover)
      : handler(request, observation)
  }
}

/** Returns the time until the response ended, in milliseconds; undefined before that. */
export let elapsedOf: (message: HttpRequestMessage) => number | undefined

/** A running request. It is a class, so that V8 gives a fixed position to the fields that subscribers add. */
export class RequestObservation implements HttpRequestMessage {
  readonly method: string
  readonly path: string
  route = '(none)'
  status = 0
  bytes = 0
  aborted = false
  requestId: string | undefined = undefined
  readonly request: HttpRequest
  error: unknown = undefined
  around: HttpRequestMessage['around'] = undefined
  readonly #isPublished: boolean
  readonly #log: AccessLog | undefined
  readonly #start = performance.now()
  #elapsed: number | undefined = undefined
  readonly #remote: string | undefined
  /** The path template of the route. Undefined for endpoints, static files and unmatched requests. */
  #template: string | undefined = undefined

  constructor(request: HttpRequest, isPublished: boolean, log?: AccessLog) {
    this.method = request.method
    this.path = request.path
    this.request = request
    this.#isPublished = isPublished
    this.#log = log
    // The address is read now, because it is not available after the connection has closed.
    this.#remote = log && request.ip
  }

  /** Records the route of the request. */
  match(template: string): void {
    this.route = template
    this.#template = template
  }

  fail(error: unknown): void {
    if (this.#isPublished) httpRequests.fail(this, error)
  }

  /** Called when the response has ended. */
  end({ status, bytes, aborted }: Sent): void {
    this.status = status
    this.bytes = bytes
    this.aborted = aborted
    this.requestId = this.request.usedId
    this.#elapsed = performance.now() - this.#start
    if (this.#isPublished) httpRequests.finish(this)
    this.#log?.write(this, {
      route: this.#template,
      remote: this.#remote,
      milliseconds: this.#elapsed,
    })
  }

  static {
    elapsedOf = (message) => (#elapsed in message ? message.#elapsed : undefined)
  }
}

/** True for health and metrics requests, which are not published. */
function isProbe({ path }: HttpRequest): boolean {
  return (path.startsWith('/health') || path === '/metrics') && probes.has(path)
}

const probes = new Set(['/health', '/health/live', '/health/ready', '/metrics'])

/** Notifies subscribers of the error of a request. */
export function publishFailure({ operation }: HttpRequest, error: unknown): void {
  if (operation instanceof RequestObservation) operation.fail(error)
}
