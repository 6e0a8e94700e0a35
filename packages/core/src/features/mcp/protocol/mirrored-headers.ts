import { Buffer, isUtf8 } from 'node:buffer'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { MessageRefused, type RpcRequest } from './json-rpc.ts'

const mismatchCode = -32020

/** The parameter that is repeated in `Mcp-Name`, by method. */
const mirroredParameters = new Map([
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
])

/** Checks the headers that repeat parts of the body for gateways. */
export function checkMirrors({ method, params = {} }: RpcRequest, request: HttpRequest): void {
  const methodHeader = request.header('mcp-method')
  if (methodHeader !== method) throw headerMismatch('Mcp-Method', methodHeader, method)
  const parameter = mirroredParameters.get(method)
  if (parameter === undefined) return
  const name = params[parameter]
  const nameHeader = request.header('mcp-name')
  if (nameHeader === undefined && name === undefined) return
  if (nameHeader === undefined || decodeHeader(nameHeader) !== name) {
    throw headerMismatch('Mcp-Name', nameHeader, name)
  }
}

export function headerMismatch(
  name: string,
  header: string | undefined,
  body: unknown,
): MessageRefused {
  const actual = header === undefined ? 'is missing' : `is "${header}"`
  const expected = describe(body)
  const message = `${name} ${actual}, but the body has ${expected}.`
  return new MessageRefused(mismatchCode, message, { status: 400 })
}

function describe(body: unknown): string {
  if (body === undefined) return 'nothing'
  return typeof body === 'object' ? 'a value that headers cannot contain' : JSON.stringify(body)
}

/**
 * Decodes a header value. Returns undefined for Base64 that is not canonical, or whose bytes are not
 * valid UTF-8.
 */
export function decodeHeader(header: string): string | undefined {
  if (!header.startsWith('=?base64?') || !header.endsWith('?=')) return header
  const text = header.slice('=?base64?'.length, -'?='.length)
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text && isUtf8(bytes) ? bytes.toString() : undefined
}
