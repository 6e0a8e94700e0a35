import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { headsOf, jsonHeaders } from '../../../message/header-list.ts'
import { withoutFraming } from '../../../responses/declared-length.ts'
import { STATUS_CODES } from '../../server/node-http.ts'
import { sendDirectly } from './lazy-response.ts'

/** Internal fields of a response in `node:http` of Node 22 to 26. */
interface Internals {
  /** The serialized head. */
  _header: string | null
  /** The server's keep-alive timeout, in milliseconds. */
  _keepAliveTimeout: number
  /** True if a body may be sent, which is not the case for HEAD requests. */
  _hasBody: boolean
}

/**
 * Sends head and body immediately. Returns the number of bytes of the body. If Node.js has to write the head, sends
 * nothing and returns undefined. This is the case, for example, if the response closes the connection, or if a header
 * affects the connection. See `decisions/response-heads.md`.
 */
export function sendWhole(
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
    // Node.js encodes a head as Latin-1, so an ASCII body can be appended to it.
    internals._header = whole + body
    response.end()
  } else {
    internals._header = whole
    response.end(body)
  }
  return length
}

/** Sends a response without a body. If Node.js has to write the head, sends nothing and returns false. */
export function sendHead(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  length: number | undefined,
): boolean {
  // Without a length, Node.js may close an HTTP/1.0 connection.
  if (response.req.httpVersion !== '1.1') return false
  const whole = wholeHead(response, status, headers, length)
  return whole !== undefined && sendDirectly(response, whole, '', 0)
}

/** Returns the whole head, or undefined if Node.js has to write it. */
function wholeHead(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  length: number | undefined,
): string | undefined {
  const { _header, _keepAliveTimeout } = response as unknown as Internals
  if (!response.shouldKeepAlive || _header !== null) return undefined
  // Code such as the inspector may replace the methods to read the head or the body.
  if (Object.hasOwn(response, 'writeHead') || Object.hasOwn(response, 'end')) return undefined
  const head = headOf(status, headers)
  if (head === undefined) return undefined
  response.statusCode = status
  const line = length === undefined ? '' : `content-length: ${length}\r\n`
  return `${head}${line}${endOfHead(_keepAliveTimeout)}`
}

/** Headers that Node.js sets or reads to manage the connection. */
const connectionHeaders = /^(?:connection|date|expect|keep-alive|te|trailer|upgrade)$/iu

/**
 * The most recent line for each header name. Applications use few names, and most headers have the same value again.
 */
const cachedLines = new Map<string, CachedLine>()
const maxCachedNames = 1000

interface CachedLine {
  value: string
  /** The line as one flat string, cached when the same value occurs a second time. */
  line: string | undefined
}

const statusLines: string[] = []
const jsonHeads: (string | undefined)[] = []

/** Returns the status line and headers; undefined if Node.js has to process a header. */
function headOf(status: number, headers: readonly string[]): string | undefined {
  const cachedHeads = headers === jsonHeaders ? jsonHeads : headsOf(headers)
  return cachedHeads
    ? (cachedHeads[status] ??= createHead(status, headers))
    : createHead(status, headers)
}

function createHead(status: number, allHeaders: readonly string[]): string | undefined {
  const headers = withoutFraming(allHeaders)
  let head = (statusLines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`)
  for (let index = 0; index < headers.length; index += 2) {
    const line = lineOf(headers[index] as string, headers[index + 1] as string)
    if (line === undefined) return undefined
    head += line
  }
  return head
}

function lineOf(name: string, value: string): string | undefined {
  const cached = cachedLines.get(name)
  // `join` creates a flat string; `+` and template literals create a tree of parts.
  if (cached?.value === value) return (cached.line ??= [name, ': ', value, '\r\n'].join(''))
  if (/[^\t\u0020-\u007e]/u.test(value) || !(cached || isPlain(name))) return undefined
  if (cached) {
    cached.value = value
    cached.line = undefined
  } else if (cachedLines.size < maxCachedNames) {
    cachedLines.set(name, { value, line: undefined })
  }
  return `${name}: ${value}\r\n`
}

function isPlain(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && !connectionHeaders.test(name)
}

let lines = ''
/** The time until which the date in `lines` is correct, in milliseconds. */
let linesEnd = 0
let linesTimeout = 0

/** Returns the headers that Node.js adds if a connection stays open, and the empty line after all headers. */
function endOfHead(keepAliveTimeout: number): string {
  const now = Date.now()
  // The clock may have been set back.
  if (now >= linesEnd || now < linesEnd - 1000 || keepAliveTimeout !== linesTimeout) {
    linesEnd = now - (now % 1000) + 1000
    linesTimeout = keepAliveTimeout
    const seconds = Math.floor(keepAliveTimeout / 1000)
    const hint = keepAliveTimeout > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''
    lines = `Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\n${hint}\r\n`
  }
  return lines
}
