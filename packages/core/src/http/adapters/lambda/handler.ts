import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { HttpKernel } from '../../http-kernel.ts'
import { validateAddress } from '../../routing/validate-address.ts'
import type { ReplyOrResponse } from '../../message/reply.ts'
import type { Sent } from '../../message/sent.ts'
import { dropBody } from '../../responses/without-body.ts'
import { StreamingUnavailable } from './errors.ts'
import { readEvent, type LambdaEvent, type ParsedEvent } from './event.ts'
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
  const base = normalizeBasePath(options)
  return async (event) => {
    const parsed = withoutBase(readEvent(event), base)
    const request = new LambdaRequest(parsed)
    const response = await respond(kernel, request)
    const result = await toResult(response, parsed.format).catch((error: unknown) => {
      dropBody(response)
      return toResult(kernel.recover(error, request), parsed.format)
    })
    if (request.hasListeners) request.sent(toSent(result))
    // Spans and metrics are sent now, because Lambda suspends the process between events.
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
  const base = normalizeBasePath(options)
  return runtime.streamifyResponse(async (event, stream) => {
    const parsed = withoutBase(readEvent(event), base)
    const request = new LambdaRequest(parsed)
    const response = await respond(kernel, request)
    let bytes = 0
    const onChunk = (chunk: Uint8Array) => void (bytes += Buffer.byteLength(chunk))
    const notifySent = (aborted: boolean) =>
      request.sent({ status: response.status, bytes, aborted })
    try {
      await streamResponse(runtime, stream, response, parsed.format, onChunk)
      notifySent(false)
    } catch (error) {
      dropBody(response)
      kernel.recover(error, request)
      notifySent(true)
    }
    await kernel.flush()
  })
}

function respond(kernel: HttpKernel, request: LambdaRequest): MaybePromise<ReplyOrResponse> {
  const addressError = validateAddress(request.header('host') ?? '', request.query)
  return addressError ? kernel.refuse(addressError, request) : kernel.handle(request)
}

/** Normalizes the base path: `shop/` becomes `/shop`, and `/` becomes an empty string. */
function normalizeBasePath({ basePath = '' }: LambdaOptions): string {
  return basePath
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('')
}

function withoutBase(event: ParsedEvent, base: string): ParsedEvent {
  if (base === '' || !`${event.path}/`.startsWith(`${base}/`)) return event
  return { ...event, path: event.path.slice(base.length) || '/' }
}
