import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { jsonHeaders } from '../message/header-list.ts'
import {
  isBodiless,
  isStreamable,
  isResponse,
  JsonReply,
  Reply,
  type ReplyOrResponse,
} from '../message/reply.ts'
import { toJson } from '../message/to-json.ts'
import type { ToJsonForm } from '../../data/schema/json-form.ts'
import { binaryReply, isBinary } from './binary-reply.ts'
import { fileReply } from './file-reply.ts'
import { decodedResponse } from './decoded-response.ts'
import { refuseRead } from './refuse-read.ts'
import { streamReply } from './stream-reply.ts'

/**
 * Converts the result of a route method to a response. `status` is the declared status, `form` converts data of the
 * declared type.
 */
export function toReply(
  value: unknown,
  status: number | undefined,
  request: HttpRequest,
  form?: ToJsonForm,
): MaybePromise<ReplyOrResponse> {
  if (typeof value === 'object' && value !== null) {
    if (value instanceof Reply) {
      if (value.file) return fileReply(request, value, value.file)
      return form && value instanceof JsonReply ? (form(value) as Reply) : refuseRead(value)
    }
    if (isResponse(value)) return decodedResponse(refuseRead(value))
    if (Symbol.toStringTag in value && isBinary(value)) return binaryReply(value, status ?? 200)
    if (isStreamable(value)) return streamReply(value, status ?? 200, request, form)
  } else if (value === undefined) {
    return new Reply(status ?? 204, [], null)
  }
  return new Reply(status ?? 200, jsonHeaders, toJson(form ? form(value) : value))
}

/** Like `toReply`, for a route without middleware, which does not need a `Reply`. */
export function writeOrReply(
  value: unknown,
  status: number | undefined,
  request: HttpRequest,
  form?: ToJsonForm,
): MaybePromise<ReplyOrResponse> {
  const mayWrite = request.writeJson !== undefined && request.method !== 'HEAD'
  return (
    (mayWrite && writeData(value, status, request, form)) || toReply(value, status, request, form)
  )
}

function writeData(
  value: unknown,
  status = 200,
  request: HttpRequest,
  form: ToJsonForm | undefined,
): ReplyOrResponse | undefined {
  // If listeners wait for the end of the response, `writeJson` cannot be used: its end would only be known by reading it.
  if (typeof value !== 'object' || value === null || request.hasListeners) return undefined
  // Bytes and every `Response` have a `Symbol.toStringTag`.
  if (value instanceof Reply || Symbol.toStringTag in value || isStreamable(value)) return undefined
  const data = form ? form(value) : value
  if (typeof data !== 'object' || data === null || isBodiless(status)) return undefined
  return request.writeJson?.(data, status)
}
