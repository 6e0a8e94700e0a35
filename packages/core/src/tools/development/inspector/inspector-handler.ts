import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { RequestHandler } from '../../../http/adapters/node/request-handler.ts'
import type { Handler } from '../../../http/message/handler.ts'
import { HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { Reply, type ReplyOrResponse } from '../../../http/message/reply.ts'
import { toError } from '../../../base/logging/thrown.ts'
import { callerOf, type ServedRequest } from '../explain/explaining-handler.ts'
import { nextPath } from '../explain/error-page.ts'
import { inspectorPage } from './inspector-page.ts'
import type { Inspector, SendOptions } from './inspector.ts'
import { isLocal, isSameOrigin, mayRead } from '../explain/local-caller.ts'

/** The maximum size of the body of a request to `/_fw/send`, in bytes. */
const bodyLimit = 1024 * 1024

/** Serves the inspector below `/_fw`, for callers on this machine, and the application on all other paths. */
export class InspectorHandler implements RequestHandler {
  readonly #inner: RequestHandler
  readonly #inspector: Inspector
  readonly #mcp: Handler

  constructor(inner: RequestHandler, inspector: Inspector, mcp: Handler) {
    this.#inner = inner
    this.#inspector = inspector
    this.#mcp = mcp
  }

  handle(request: HttpRequest): MaybePromise<ReplyOrResponse> {
    const { path } = request
    if (path !== '/_fw' && !path.startsWith('/_fw/')) return this.#inner.handle(request)
    return this.#respond(request as ServedRequest).catch((error: unknown) =>
      error instanceof HttpError
        ? Reply.error(error.status, error.message)
        : Reply.error(400, toError(error).message),
    )
  }

  refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    return this.#inner.refuse(error, request)
  }

  recover(error: unknown, request: HttpRequest): Reply {
    return this.#inner.recover(error, request)
  }

  async #respond(request: ServedRequest): Promise<ReplyOrResponse> {
    refuseForeign(request)
    const { method, path } = request
    if (path === '/_fw/mcp') return this.#inspector.withoutRecording(() => this.#mcp(request))
    if (method === 'POST' && path === '/_fw/send') {
      const options = JSON.parse(await request.readText(bodyLimit)) as SendOptions
      return json(await this.#inspector.send(options, request.header('host') ?? ''))
    }
    if (method !== 'GET')
      throw new HttpError(405, 'The inspector does not support this method for this path.')
    if (path === '/_fw') return inspectorPage()
    if (path === nextPath) return untilRestart()
    const [, copied] = /^\/_fw\/entries\/(\d{1,9})\/curl$/.exec(path) ?? []
    if (copied !== undefined) {
      return json({ command: this.#inspector.curl(Number(copied), request.header('host') ?? '') })
    }
    const found = this.#find(path, new URLSearchParams(request.query))
    if (found === undefined)
      throw new HttpError(404, 'The inspector has no such path, entry or route.')
    return json(found)
  }

  #find(path: string, query: URLSearchParams): object | undefined {
    const inspector = this.#inspector
    if (path === '/_fw/route')
      return inspector.route(query.get('method') ?? '', query.get('path') ?? '')
    if (path === '/_fw/state') {
      const { routes, services, configuration } = inspector
      const entries = inspector.entries.map(({ id, kind, title, at, milliseconds, outcome }) => {
        return { id, kind, title, at, milliseconds, outcome }
      })
      return { routes, services, configuration, entries }
    }
    if (path === '/_fw/log') return inspector.lines
    const [, id] = /^\/_fw\/entries\/(\d{1,9})$/.exec(path) ?? []
    return id === undefined ? undefined : inspector.entry(Number(id))
  }
}

/**
 * Rejects requests from other machines and other origins. Pages of other origins can send requests even if they cannot
 * read the responses.
 */
function refuseForeign(request: ServedRequest): void {
  const caller = callerOf(request)
  if (request.method === 'GET' ? mayRead(caller) : isLocal(caller) && isSameOrigin(caller)) return
  throw new HttpError(
    403,
    'The inspector only accepts requests from this machine, and not from pages of other origins.',
  )
}

/**
 * Returns a response that ends when the application restarts. It sends a line break immediately,
 * because a restart waits longer for responses that have not begun.
 */
function untilRestart(): Reply {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('\n')),
  })
  return new Reply(200, ['content-type', 'text/plain', 'cache-control', 'no-store'], body)
}

function json(value: object): Reply {
  return Reply.json(value, { headers: { 'cache-control': 'no-store' } })
}
