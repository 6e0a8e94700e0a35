import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { HttpKernel } from '../../http-kernel.ts'
import { refuseAddress } from '../../routing/refuse-address.ts'
import type { ReplyOrResponse } from '../../message/reply.ts'
import type { Sent } from '../../message/sent.ts'
import { dropBody } from '../../responses/without-body.ts'
import { StreamingUnavailable } from './errors.ts'
import { readEvent, type LambdaEvent, type ReadEvent } from './event.ts'
import { LambdaRequest } from './lambda-request.ts'
import { streamResponse, type LambdaRuntime } from './stream-response.ts'
import { toResult, type LambdaResult } from './to-result.ts'

/** The handler that AWS Lambda calls. */
export type LambdaHandler = (event: LambdaEvent) => Promise<LambdaResult>

/** Options for a Lambda handler. */
export interface LambdaOptions {
  /**
   * A prefix that the gateway adds to each path, such as the base path of a custom domain: `/shop`, or `shop`. Defaults
   * to no prefix.
   */
  readonly basePath?: string
}

/**
 * Creates the handler of a Lambda function behind API Gateway (HTTP API, REST API), a function URL or an application
 * load balancer. Responses are buffered.
 */
export function toLambdaHandler(kernel: HttpKernel, options: LambdaOptions = {}): LambdaHandler {
  const base = baseOf(options)
  return async (event) => {
    const read = withoutBase(readEvent(event), base)
    const request = new LambdaRequest(read)
    const response = await respond(kernel, request)
    const result = await toResult(response, read.form).catch((error: unknown) => {
      dropBody(response)
      return toResult(kernel.recover(error, request), read.form)
    })
    if (request.hasListeners) request.sent(toSent(result))
    // Lambda suspends the process after this function returns, until the next event.
    await kernel.flush()
    return result
  }
}

function toSent({ statusCode, body, isBase64Encoded }: LambdaResult): Sent {
  const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')
  return { status: statusCode, bytes, aborted: false }
}

/**
 * Creates the handler of a Lambda function that streams its responses (`InvokeMode: RESPONSE_STREAM`). Throws
 * `StreamingUnavailable` outside of Lambda's Node runtime.
 */
export function toLambdaStreamHandler(kernel: HttpKernel, options: LambdaOptions = {}): unknown {
  const { awslambda: runtime } = globalThis as { awslambda?: LambdaRuntime }
  if (!runtime) throw new StreamingUnavailable()
  const base = baseOf(options)
  return runtime.streamifyResponse(async (event, stream) => {
    const read = withoutBase(readEvent(event), base)
    const request = new LambdaRequest(read)
    const response = await respond(kernel, request)
    let bytes = 0
    const pass = (piece: Uint8Array) => void (bytes += Buffer.byteLength(piece))
    const end = (aborted: boolean) => request.sent({ status: response.status, bytes, aborted })
    try {
      await streamResponse(runtime, stream, response, read.form, pass)
      end(false)
    } catch (error) {
      dropBody(response)
      kernel.recover(error, request)
      end(true)
    }
    await kernel.flush()
  })
}

function respond(kernel: HttpKernel, request: LambdaRequest): MaybePromise<ReplyOrResponse> {
  const refused = refuseAddress(request.header('host') ?? '', request.query)
  return refused ? kernel.refuse(refused, request) : kernel.handle(request)
}

/** Normalizes the base path: `shop/` becomes `/shop`, and `/` becomes an empty string. */
function baseOf({ basePath = '' }: LambdaOptions): string {
  return basePath
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('')
}

function withoutBase(event: ReadEvent, base: string): ReadEvent {
  if (base === '' || !`${event.path}/`.startsWith(`${base}/`)) return event
  return { ...event, path: event.path.slice(base.length) || '/' }
}
