import { isUtf8 } from 'node:buffer'
import { isBodiless, isStream, Reply, type ReplyOrResponse } from '../../message/reply.ts'
import { DeclaredLength, withoutFraming } from '../../responses/declared-length.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { PayloadFormat } from './event.ts'

/** The result that a Lambda function returns to the gateway. */
export interface LambdaResult {
  readonly statusCode: number
  readonly statusDescription?: string
  readonly headers?: Record<string, string>
  readonly multiValueHeaders?: Record<string, string[]>
  readonly cookies?: string[]
  readonly body: string
  readonly isBase64Encoded: boolean
}

/** Converts a response to the format of the gateway. A stream is read to its end. */
export async function toResult(
  response: ReplyOrResponse,
  format: PayloadFormat,
): Promise<LambdaResult> {
  const { status } = response
  const isBalancer = format === 'balancer' || format === 'balancer-multi-value'
  if (isBodiless(status)) dropBody(response)
  const bytes = isBodiless(status) ? Buffer.alloc(0) : await bytesOf(response)
  const isText = !headerOf(response, 'content-encoding') && isTextual(response) && isUtf8(bytes)
  return {
    statusCode: status,
    ...(isBalancer ? { statusDescription: statusDescription(status) } : {}),
    ...toHeaders(response, format),
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  }
}

function statusDescription(status: number): string {
  // Importing the module would slow down cold starts.
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim()
}

/** Returns the headers of a response. Repeated headers are in the format of the gateway. */
export function toHeaders(
  response: ReplyOrResponse,
  format: PayloadFormat,
): Pick<LambdaResult, 'headers' | 'multiValueHeaders' | 'cookies'> {
  const lists = headerLists(response)
  if (format === 'multi-value' || format === 'balancer-multi-value') {
    return { multiValueHeaders: Object.fromEntries(lists) }
  }
  const cookies = lists.get('set-cookie') ?? []
  lists.delete('set-cookie')
  const headers = Object.fromEntries([...lists].map(([name, values]) => [name, values.join(', ')]))
  if (format === 'v2') return cookies.length > 0 ? { headers, cookies } : { headers }
  // In this format, each header name can occur only once, so several cookies use names that differ in case.
  for (const [index, cookie] of cookies.entries()) headers[spelling('set-cookie', index)] = cookie
  return { headers }
}

function headerLists(response: ReplyOrResponse): Map<string, string[]> {
  const { body } = response
  const allHeaders = response instanceof Reply ? response.headers : [...response.headers].flat()
  // If the body is in memory, the gateway sets its length.
  const headers = body === null || isStream(body) ? allHeaders : withoutFraming(allHeaders)
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] as string] as const] : [],
  )
  const lists = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    lists.set(key, [...(lists.get(key) ?? []), value])
  }
  return lists
}

/** Returns the name with different capitalization for each `index`: bit n selects upper case for letter n. */
function spelling(name: string, index: number): string {
  let bit = 1
  return name.replace(/[a-z]/gu, (letter) => {
    const isUpper = (index & bit) !== 0
    bit *= 2
    return isUpper ? letter.toUpperCase() : letter
  })
}

async function bytesOf(response: ReplyOrResponse): Promise<Buffer> {
  const { body } = response
  if (body === null) return Buffer.alloc(0)
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return Buffer.from(body)
  const chunks: Uint8Array[] = []
  for await (const chunk of readChunks(body, response)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Yields the chunks of a body and calls `onChunk` with each. Throws `WrongContentLength` if the body does not have the
 * declared length.
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  response: ReplyOrResponse,
  onChunk?: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const length = new DeclaredLength(response)
  for await (const chunk of body) {
    length.add(chunk)
    onChunk?.(chunk)
    yield chunk
  }
  length.end()
}

const textTypes = /^text\/|[/+](?:json|xml|javascript|yaml|x-www-form-urlencoded)\s*(?:;|$)/iu

function isTextual(response: ReplyOrResponse): boolean {
  const type = headerOf(response, 'content-type')
  if (type === undefined) return typeof response.body === 'string'
  // Compared first, so that the regular expression does not have to be compiled for the first response.
  return type === 'application/json' || textTypes.test(type)
}

function headerOf(response: ReplyOrResponse, name: string): string | undefined {
  return response instanceof Reply
    ? response.header(name)
    : (response.headers.get(name) ?? undefined)
}
