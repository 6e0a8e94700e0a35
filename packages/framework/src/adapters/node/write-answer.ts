import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { dropBody } from '../../responses/without-body.ts'
import { appended, headsOf, jsonHeaders } from '../../message/header-list.ts'
import { isBodiless, isStream, Reply, type Answer } from '../../message/reply.ts'
import { DeclaredLength, withoutFraming } from '../../responses/declared-length.ts'
import { sendDirectly } from './lazy-response.ts'
import { STATUS_CODES } from './node-http.ts'
import type { NodeRequest } from './node-request.ts'
import { readAhead } from './read-ahead.ts'
import { writeStream } from './write-stream.ts'

/**
 * Writes the answer to a request of `node:http`. The promise, if any, settles when a stream has ended.
 * Throws, and has sent nothing, where a status or header cannot be sent.
 */
export function writeAnswer(request: NodeRequest, answer: Answer): void | Promise<void> {
  const { status, body } = answer
  if (body === null || isBodiless(status)) return writeHead(request, answer)
  if (isStream(body)) return writeStreamed(request, answer, body)
  const { headers } = answer as Reply
  request.sentBytes =
    (typeof body === 'string' ? sendWhole(request.response, status, headers, body) : undefined) ??
    writeWhole(request, status, headers, body)
}

/** Gives the bytes of the body. */
function writeWhole(
  { response }: NodeRequest,
  status: number,
  headers: readonly string[],
  body: string | Uint8Array,
): number {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(status, appended(withoutFraming(headers), 'content-length', String(length)))
  response.end(body)
  return length
}

function writeStreamed(
  request: NodeRequest,
  answer: Answer,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const length = new DeclaredLength(answer)
  const headers = withoutFraming(headersOf(answer))
  const { status } = answer
  // The headers of a Response are valid, so its head may be written later.
  if (length.bytes === undefined && !(answer instanceof Reply)) {
    return writeBeginning(request, status, headers, body, length)
  }
  request.response.writeHead(
    status,
    length.bytes === undefined ? [...headers] : [...headers, 'content-length', length.bytes],
  )
  return writeStream(request, body.getReader(), length)
}

/** Writes a body under its length if it is complete at once. */
async function writeBeginning(
  request: NodeRequest,
  status: number,
  headers: readonly string[],
  body: ReadableStream<Uint8Array>,
  length: DeclaredLength,
): Promise<void> {
  const { whole, reader } = await readAhead(body)
  if (whole) {
    request.sentBytes = writeWhole(request, status, headers, whole)
    return
  }
  request.response.writeHead(status, [...headers])
  await writeStream(request, reader, length)
}

/** Writes the head of an answer without a body. If the request and status allow a body, its length is 0. */
function writeHead({ response }: NodeRequest, answer: Answer): void {
  const { status } = answer
  const headers = headersOf(answer)
  const { bytes } = new DeclaredLength(answer)
  const isHead = response.req.method === 'HEAD'
  const declared = status === 304 || isHead ? bytes : undefined
  // The length of a body that is left out, such as a stream, may be unknown.
  const length = declared ?? (isHead || isBodiless(status) ? undefined : 0)
  if (!sendHead(response, status, headers, length)) {
    const all = withoutFraming(headers)
    response.writeHead(
      status,
      length === undefined ? [...all] : appended(all, 'content-length', String(length)),
    )
    response.end()
  }
  dropBody(answer)
}

function headersOf(answer: Answer): readonly string[] {
  return answer instanceof Reply ? answer.headers : [...answer.headers].flat()
}

/** What `node:http` keeps of a response: Node 22 to 26. */
interface Internals {
  /** The whole head, once it is decided. */
  _header: string | null
  /** Of the server, in milliseconds. */
  _keepAliveTimeout: number
  /** False where the request was HEAD. */
  _hasBody: boolean
}

/**
 * Sends head and body at once, and gives the bytes of the body. Gives undefined, and has sent nothing, where Node.js
 * has to write the head: the connection ends with this answer, or a header is about it: `decisions/heads-are-written-here.md`.
 */
function sendWhole(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: string,
): number | undefined {
  const length = Buffer.byteLength(body)
  const whole = wholeHead(response, status, headers, length)
  if (whole === undefined) return undefined
  const internals = response as unknown as Internals
  const isAscii = length === body.length
  if (response.req.method !== 'HEAD') {
    if (sendDirectly(response, whole, body, length)) return length
  }
  if (isAscii && internals._hasBody) {
    // Node.js encodes a head as Latin-1, so one of ASCII may take the body with it.
    internals._header = whole + body
    response.end()
  } else {
    internals._header = whole
    response.end(body)
  }
  return length
}

/** Sends an answer without a body. Gives false, and has sent nothing, where Node.js has to write the head. */
function sendHead(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  length: number | undefined,
): boolean {
  // Without a length Node.js may end a connection of HTTP/1.0.
  if (response.req.httpVersion !== '1.1') return false
  const whole = wholeHead(response, status, headers, length)
  return whole !== undefined && sendDirectly(response, whole, '', 0)
}

/** The head with its last line; undefined where Node.js has to write it. */
function wholeHead(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  length: number | undefined,
): string | undefined {
  const { _header, _keepAliveTimeout } = response as unknown as Internals
  if (!response.shouldKeepAlive || _header !== null) return undefined
  // Somebody, such as the inspector, wants to see the head or the body.
  if (Object.hasOwn(response, 'writeHead') || Object.hasOwn(response, 'end')) return undefined
  const head = headOf(status, headers)
  if (head === undefined) return undefined
  response.statusCode = status
  const line = length === undefined ? '' : `content-length: ${length}\r\n`
  return `${head}${line}${connectionLines(_keepAliveTimeout)}\r\n`
}

/** What Node.js decides of the connection, and says in headers of its own. */
const ofConnection = /^(?:connection|date|expect|keep-alive|te|trailer|upgrade)$/iu

/** What the last header of a name said. Applications have few names, and most headers say the same again. */
const lastLines = new Map<string, LastLine>()
const mostNames = 1000

interface LastLine {
  value: string
  /** The line in one piece, once the value has come twice. */
  text: string | undefined
}

const statusLines: string[] = []
const jsonHeads: (string | undefined)[] = []

/** Status line and headers; undefined where Node.js has to judge one of them. */
function headOf(status: number, headers: readonly string[]): string | undefined {
  const kept = headers === jsonHeaders ? jsonHeads : headsOf(headers)
  return kept ? (kept[status] ??= createHead(status, headers)) : createHead(status, headers)
}

function createHead(status: number, all: readonly string[]): string | undefined {
  const headers = withoutFraming(all)
  let head = (statusLines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`)
  for (let index = 0; index < headers.length; index += 2) {
    const line = lineOf(headers[index] as string, headers[index + 1] as string)
    if (line === undefined) return undefined
    head += line
  }
  return head
}

function lineOf(name: string, value: string): string | undefined {
  const last = lastLines.get(name)
  // `join` makes one piece of text, where `+` and templates make a tree of pieces.
  if (last?.value === value) return (last.text ??= [name, ': ', value, '\r\n'].join(''))
  if (/[^\t\u0020-\u007e]/u.test(value) || !(last || isPlain(name))) return undefined
  if (last) {
    last.value = value
    last.text = undefined
  } else if (lastLines.size < mostNames) {
    lastLines.set(name, { value, text: undefined })
  }
  return `${name}: ${value}\r\n`
}

function isPlain(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && !ofConnection.test(name)
}

let lines = ''
/** Until when `lines` say the right date, in milliseconds. */
let linesEnd = 0
let linesTimeout = 0

/** What Node.js says by itself where a connection stays open. */
function connectionLines(keepAliveTimeout: number): string {
  const now = Date.now()
  // A clock may be set back.
  if (now >= linesEnd || now < linesEnd - 1000 || keepAliveTimeout !== linesTimeout) {
    linesEnd = now - (now % 1000) + 1000
    linesTimeout = keepAliveTimeout
    const seconds = Math.floor(keepAliveTimeout / 1000)
    const hint = keepAliveTimeout > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''
    lines = `Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\n${hint}`
  }
  return lines
}
