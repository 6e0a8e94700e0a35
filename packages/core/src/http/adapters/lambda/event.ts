import { UnknownLambdaEvent } from './errors.ts'

type StringMap = Readonly<Record<string, string | undefined>>
type StringListMap = Readonly<Record<string, readonly string[] | undefined>>

/** An event of an HTTP API or a function URL: payload format 2.0. */
export interface PayloadV2 {
  readonly version: '2.0'
  readonly rawPath: string
  readonly rawQueryString: string
  readonly cookies?: readonly string[]
  readonly headers: StringMap
  readonly body?: string | null
  readonly isBase64Encoded?: boolean
  readonly requestContext: {
    readonly stage?: string
    readonly http: { readonly method: string; readonly sourceIp?: string }
  }
}

/**
 * An event of a REST API, of an HTTP API with payload format 1.0, or of an application load
 * balancer.
 */
export interface PayloadV1 {
  readonly httpMethod: string
  readonly path: string
  readonly headers?: StringMap | null
  readonly multiValueHeaders?: StringListMap | null
  readonly queryStringParameters?: StringMap | null
  readonly multiValueQueryStringParameters?: StringListMap | null
  readonly body?: string | null
  readonly isBase64Encoded?: boolean
  readonly requestContext?: object & { readonly identity?: { readonly sourceIp?: string } }
}

/** An event of a gateway or load balancer, in either payload format. */
export type LambdaEvent = PayloadV1 | PayloadV2

/** The format of the response to an event. */
export type PayloadFormat = 'v2' | 'multi-value' | 'balancer' | 'balancer-multi-value'

/** The data that is read from all kinds of events. */
export interface ParsedEvent {
  readonly format: PayloadFormat
  readonly method: string
  /** The path, percent-encoded and without the stage. */
  readonly path: string
  readonly query: string
  /** The headers, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer<ArrayBuffer>
  /** The address of the client that called the gateway. A load balancer sends it only in a header. */
  readonly sourceIp: string | undefined
}

/** Reads an event. Throws `UnknownLambdaEvent` if it is not an HTTP request. */
export function readEvent(event: LambdaEvent): ParsedEvent {
  if ('rawPath' in event) return readV2(event)
  if (typeof event.httpMethod === 'string') return readV1(event)
  throw new UnknownLambdaEvent(event)
}

function readV2(event: PayloadV2): ParsedEvent {
  const { rawPath, rawQueryString, cookies, requestContext } = event
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(event.headers)) {
    if (value !== undefined) headers.set(name.toLowerCase(), value)
  }
  if (cookies) headers.set('cookie', cookies.join('; '))
  const stage = `/${requestContext.stage}`
  const isStaged = rawPath === stage || rawPath.startsWith(`${stage}/`)
  return {
    format: 'v2',
    method: requestContext.http.method,
    path: encodePath(isStaged ? rawPath.slice(stage.length) : rawPath),
    query: rawQueryString,
    headers,
    body: bodyOf(event),
    sourceIp: requestContext.http.sourceIp,
  }
}

function readV1(event: PayloadV1): ParsedEvent {
  const isBalancer = 'elb' in (event.requestContext ?? {})
  const { multiValueHeaders } = event
  const headers = new Map<string, string>()
  for (const [name, values] of toEntries(multiValueHeaders, event.headers)) {
    headers.set(name.toLowerCase(), values.join(name.toLowerCase() === 'cookie' ? '; ' : ', '))
  }
  const pairs = toEntries(event.multiValueQueryStringParameters, event.queryStringParameters)
  // A load balancer forwards the query unchanged; API Gateway decodes it.
  const encode = isBalancer ? (text: string) => text : encodeURIComponent
  const query = pairs.flatMap(([name, values]) =>
    values.map((value) => `${encode(name)}=${encode(value)}`),
  )
  return {
    format: isBalancer ? (multiValueHeaders ? 'balancer-multi-value' : 'balancer') : 'multi-value',
    method: event.httpMethod,
    path: encodePath(event.path),
    query: query.join('&'),
    headers,
    body: bodyOf(event),
    sourceIp: event.requestContext?.identity?.sourceIp,
  }
}

function toEntries(
  lists: StringListMap | null | undefined,
  single: StringMap | null | undefined,
): [name: string, values: readonly string[]][] {
  if (lists) return Object.entries(lists).map(([name, values = []]) => [name, values])
  return Object.entries(single ?? {}).map(([name, value]) => [
    name,
    value === undefined ? [] : [value],
  ])
}

/** Percent-encodes characters that are not allowed in a path, because API Gateway decodes some paths. */
function encodePath(path: string): string {
  const encoded = path.replace(/%(?![\dA-Fa-f]{2})|[^\u0021-\u007e]|["#<>?\\^`{}]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  )
  return encoded.startsWith('/') ? encoded : `/${encoded}`
}

function bodyOf({ body, isBase64Encoded }: LambdaEvent): Buffer<ArrayBuffer> {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')
}
