import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { PassThrough, Readable, type Writable } from 'node:stream'
import type { Kernel } from '@fw/core'
import {
  toLambdaHandler,
  toLambdaStreamHandler,
  type LambdaEvent,
  type LambdaResult,
} from '@fw/core/lambda'
import type { Ask } from './cases.ts'

/** Makes an event out of a request as a gateway does, and a response out of what the function returns. */
interface Gateway {
  toEvent(request: Request, body: Buffer): LambdaEvent
}

const isText = (type: string | null) =>
  type !== null && /^text\/|^application\/(json|javascript|xml|x-www-form-urlencoded)/.test(type)

function encoded(request: Request, body: Buffer) {
  if (body.length === 0) return { body: null, isBase64Encoded: false }
  return isText(request.headers.get('content-type')) && isUtf8(body)
    ? { body: body.toString(), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true }
}

function lists(entries: Iterable<readonly [string, string]>): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [name, value] of entries) (found[name] ??= []).push(value)
  return found
}

const title = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

const rawPairs = (search: string) =>
  search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')]
    })

function payloadV2(stage: string, path: (pathname: string) => string): Gateway {
  return {
    toEvent(request, body) {
      const { pathname, search } = new URL(request.url)
      const { cookie, ...headers } = Object.fromEntries(request.headers)
      return {
        version: '2.0',
        rawPath: path(pathname),
        rawQueryString: search.slice(1),
        ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
        headers: { ...headers, host: 'shop.example' },
        requestContext: { stage, http: { method: request.method } },
        ...encoded(request, body),
      }
    },
  }
}

export const gateways: Readonly<Record<string, Gateway>> = {
  'an HTTP API': payloadV2('$default', (path) => path),
  'an HTTP API with a stage': payloadV2('prod', (path) => `/prod${path}`),
  'a function URL': payloadV2('$default', (path) => path),
  'a REST API': {
    toEvent(request, body) {
      const { pathname, searchParams } = new URL(request.url)
      const headers = [...request.headers].map(([name, value]) => [title(name), value] as const)
      return {
        httpMethod: request.method,
        path: pathname,
        headers: Object.fromEntries(headers),
        multiValueHeaders: { ...lists(headers), Host: ['shop.example'] },
        queryStringParameters: searchParams.size > 0 ? Object.fromEntries(searchParams) : null,
        multiValueQueryStringParameters: searchParams.size > 0 ? lists(searchParams) : null,
        requestContext: { stage: 'prod', path: `/prod${pathname}` },
        ...encoded(request, body),
      }
    },
  },
  'a load balancer': {
    toEvent(request, body) {
      const { pathname, search } = new URL(request.url)
      return {
        httpMethod: request.method,
        path: pathname,
        headers: { ...Object.fromEntries(request.headers), host: 'shop.example' },
        // Without multi-value headers a balancer keeps the last of repeated names.
        queryStringParameters: Object.fromEntries(rawPairs(search)),
        requestContext: { elb: { targetGroupArn: 'arn' } },
        ...encoded(request, body),
        body: encoded(request, body).body ?? '',
      }
    },
  },
  'a load balancer with multi-value headers': {
    toEvent(request, body) {
      const { pathname, search } = new URL(request.url)
      return {
        httpMethod: request.method,
        path: pathname,
        multiValueHeaders: { ...lists(request.headers), host: ['shop.example'] },
        multiValueQueryStringParameters: lists(rawPairs(search)),
        requestContext: { elb: { targetGroupArn: 'arn' } },
        ...encoded(request, body),
        body: encoded(request, body).body ?? '',
      }
    },
  },
}

export function askThroughLambda({ toEvent }: Gateway, kernel: Kernel): Ask {
  const handler = toLambdaHandler(kernel)
  return async (path, init) => {
    const request = new Request(`https://shop.example${path}`, init)
    const event = toEvent(request, Buffer.from(await request.arrayBuffer()))
    return toResponse(await handler(JSON.parse(JSON.stringify(event)) as LambdaEvent))
  }
}

function toResponse(result: LambdaResult): Response {
  const { statusCode, body, isBase64Encoded } = result
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  const init = { status: statusCode, headers: headersOf(JSON.parse(JSON.stringify(result))) }
  return new Response(bodiless.has(statusCode) ? null : bytes, init)
}

const bodiless: ReadonlySet<number> = new Set([204, 304])

type Head = Pick<LambdaResult, 'statusCode' | 'headers' | 'multiValueHeaders' | 'cookies'>

function headersOf({ headers = {}, multiValueHeaders = {}, cookies = [] }: Head): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) all.append(name, value)
  for (const [name, values] of Object.entries(multiValueHeaders)) {
    for (const value of values) all.append(name, value)
  }
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}

/** The part of Lambda's Node runtime that streams: the head as JSON, eight zero bytes, the body. */
export function installStreamingRuntime(): void {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: unknown) => handler,
      HttpResponseStream: {
        from(stream: Writable, head: object) {
          stream.write(JSON.stringify(head))
          stream.write(Buffer.alloc(8))
          return stream
        },
      },
    },
  })
}

export function askThroughStreaming({ toEvent }: Gateway, kernel: Kernel): Ask {
  const handler = toLambdaStreamHandler(kernel) as (
    event: LambdaEvent,
    stream: Writable,
    context: object,
  ) => Promise<void>
  return async (path, init) => {
    const request = new Request(`https://shop.example${path}`, init)
    const event = toEvent(request, Buffer.from(await request.arrayBuffer()))
    const stream = new PassThrough()
    const response = readStreamed(stream, request.method)
    handler(event, stream, {}).catch((error: unknown) => stream.destroy(error as Error))
    return response
  }
}

async function readStreamed(stream: PassThrough, method: string): Promise<Response> {
  let received = Buffer.alloc(0)
  while (!received.includes(Buffer.alloc(8))) {
    await once(stream, 'readable')
    received = Buffer.concat([received, (stream.read() as Buffer | null) ?? Buffer.alloc(0)])
  }
  const end = received.indexOf(Buffer.alloc(8))
  const head = JSON.parse(received.subarray(0, end).toString()) as Head
  stream.unshift(received.subarray(end + 8))
  const init = { status: head.statusCode, headers: headersOf(head) }
  const isBodiless = bodiless.has(head.statusCode) || method === 'HEAD'
  return new Response(isBodiless ? null : (Readable.toWeb(stream) as ReadableStream), init)
}
