import { httpRequests, type HttpRequestMessage } from '../../channels/channels.ts'
import { enterOperation, idOf, operationOf, type HttpRequest } from '../../message/http-request.ts'
import type { Answer } from '../../message/reply.ts'
import type { Sent } from '../../message/sent.ts'
import type { AccessLog } from './access-log.ts'
import type { Recover, RequestIds } from './request-ids.ts'

/** Answers a request; never throws and never rejects. */
export type Answering = (request: HttpRequest, observed?: Observed) => Answer | Promise<Answer>

/** How requests are seen: by the access log, by the ids of their answers, and by subscribers of the channel. */
export class Observer {
  readonly #log: AccessLog | undefined
  readonly #ids: RequestIds | undefined
  readonly #recover: Recover

  /** `recover` answers for what cannot be sent. */
  constructor(log: AccessLog | undefined, ids: RequestIds | undefined, recover: Recover) {
    this.#log = log
    this.#ids = ids
    this.#recover = recover
  }

  handle(request: HttpRequest, answer: Answering): Answer | Promise<Answer> {
    const isTold = httpRequests.hasSubscribers && !isProbe(request)
    const log = this.#log
    if (!isTold && !log) return this.#identify(request, answer)
    const observed = new Observed(request, isTold, log)
    enterOperation(request, observed)
    if (!isTold) return this.#identify(request, answer, observed)
    return httpRequests.begin(observed, () => this.#identify(request, answer, observed))
  }

  #identify(
    request: HttpRequest,
    answer: Answering,
    observed?: Observed,
  ): Answer | Promise<Answer> {
    return this.#ids
      ? this.#ids.around(request, () => answer(request, observed), this.#recover)
      : answer(request, observed)
  }
}

/** How long a request took until the last byte was sent, in milliseconds; undefined before. */
export let elapsedOf: (message: HttpRequestMessage) => number | undefined

/** A request under way. A class, so that what subscribers add to the message has a place in the object. */
export class Observed implements HttpRequestMessage {
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
  readonly #isTold: boolean
  readonly #log: AccessLog | undefined
  readonly #start = performance.now()
  #elapsed: number | undefined = undefined
  readonly #remote: string | undefined
  /** That of a route, and not of an endpoint or a folder. */
  #template: string | undefined = undefined

  constructor(request: HttpRequest, isTold: boolean, log?: AccessLog) {
    this.method = request.method
    this.path = request.path
    this.request = request
    this.#isTold = isTold
    this.#log = log
    // A connection that has ended no longer tells its address.
    this.#remote = log && request.ip
  }

  /** A route answers. */
  match(template: string): void {
    this.route = template
    this.#template = template
  }

  fail(error: unknown): void {
    if (this.#isTold) httpRequests.fail(this, error)
  }

  /** The answer has ended. */
  end({ status, bytes, aborted }: Sent): void {
    this.status = status
    this.bytes = bytes
    this.aborted = aborted
    this.requestId = idOf(this.request)
    this.#elapsed = performance.now() - this.#start
    if (this.#isTold) httpRequests.finish(this)
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

/** What asks how the application is, and is no request to it. */
function isProbe({ path }: HttpRequest): boolean {
  return (path.startsWith('/health') || path === '/metrics') && probes.has(path)
}

const probes = new Set(['/health', '/health/live', '/health/ready', '/metrics'])

/** Tells subscribers what a request has failed with. */
export function tellFailure(request: HttpRequest, error: unknown): void {
  const operation = operationOf(request)
  if (operation instanceof Observed) operation.fail(error)
}
