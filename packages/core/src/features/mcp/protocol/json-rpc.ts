import { Buffer } from 'node:buffer'
import { isPlainObject } from '../../../data/validation/plain-object.ts'

export type RequestId = string | number

export type Params = Readonly<Record<string, unknown>>

/** A message that expects a response. */
export interface RpcRequest {
  readonly id: RequestId
  readonly method: string
  readonly params?: Params
}

export const parseError = -32700
export const invalidRequest = -32600
export const methodNotFound = -32601
export const invalidParams = -32602
export const internalError = -32603

export interface RefusalDetails {
  /** The HTTP status. Default: 200, because the transport itself did not fail. */
  readonly status?: number
  readonly data?: unknown
  /** HTTP headers with a challenge. The response is then `{ "error": message }` instead of a JSON-RPC error. */
  readonly challenge?: Readonly<Record<string, string>>
}

/** Thrown if a message cannot be processed. It becomes a JSON-RPC error with its `code`, or a challenge. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly code: number
  readonly status: number
  readonly data: unknown
  readonly challenge: RefusalDetails['challenge'] | undefined

  constructor(code: number, message: string, details: RefusalDetails = {}) {
    super(message)
    this.code = code
    this.status = details.status ?? 200
    this.data = details.data
    this.challenge = details.challenge
  }
}

/** Parses a message. Throws `MessageRefused` for a string that is not JSON. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MessageRefused(parseError, 'The message is not valid JSON.', { status: 400 })
  }
}

/** Returns the kind of a decoded message. Throws `MessageRefused` if it is not valid JSON-RPC. */
export function kindOf(message: unknown): 'request' | 'notification' | 'response' {
  if (!isPlainObject(message)) throw malformed('The message must be a JSON object.')
  const { jsonrpc, method, params } = message
  if (jsonrpc !== '2.0') throw malformed('"jsonrpc" must be "2.0".')
  if (method === undefined && ('result' in message || 'error' in message)) return 'response'
  if (typeof method !== 'string') throw malformed('"method" must be a string.')
  if (params !== undefined && !isPlainObject(params)) throw malformed('"params" must be an object.')
  if (!('id' in message)) return 'notification'
  if (!isRequestId(message['id'])) throw malformed('"id" must be a string or an integer.')
  return 'request'
}

/** True if a message has a method but no id, so that it gets no response. */
export function isNotification(message: unknown): boolean {
  return isPlainObject(message) && typeof message['method'] === 'string' && !('id' in message)
}

/** Returns the id for the response; null if the message has no valid id. */
export function idOf(message: unknown): RequestId | null {
  const id = isPlainObject(message) ? message['id'] : undefined
  return isRequestId(id) ? id : null
}

/**
 * The members of a result, each as JSON. This way, constant members are serialized only once, and large ones are never
 * serialized twice.
 */
export type ResultMembers = Readonly<Record<string, string>>

/** Serializes the members of an object and leaves out undefined ones. */
export function toMembers(result: object): ResultMembers {
  const members = Object.entries(result).map(([name, value]) => [name, JSON.stringify(value)])
  return Object.fromEntries(members.filter(([, json]) => json !== undefined))
}

/** Returns the JSON of a response. `common` are the members that are the same in every result of a protocol version. */
export function resultText(id: RequestId, common: ResultMembers, own: ResultMembers): string {
  const result = membersText(own, membersText(common, ''))
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${result}}}`
}

function membersText(members: ResultMembers, before: string): string {
  let text = before
  for (const name in members) text += `${text === '' ? '' : ','}"${name}":${members[name]}`
  return text
}

export function errorText(id: RequestId | null, { code, message, data }: MessageRefused): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
}

export function notificationText(method: string, params: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

/** True if a string has more bytes than `bytes`. Short strings are not measured. */
export function isOver(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isInteger(id)
}

function malformed(problem: string): MessageRefused {
  return new MessageRefused(invalidRequest, problem, { status: 400 })
}
