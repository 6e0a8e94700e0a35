import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { parseSize } from '../../base/config/units.ts'
import { defaultBinding } from '../../base/container/binding.ts'
import {
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
} from '../../http/chain/middleware.ts'
import { OptionsSetting, type SettingOptions } from '../../http/chain/setting.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { tagsIn } from '../../http/message/preconditions.ts'
import { isBodiless, isStream, type Reply } from '../../http/message/reply.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import { acceptedCodings, acceptsPlain } from './accepted.ts'
import { CorsAttribute } from './browser/cors.ts'
import { encode, encodeStream, offeredCodings, type Coding } from './encode.ts'

/** Options for `@Compress`. */
export interface CompressOptions {
  /**
   * The minimum size of a response to compress, in bytes or as a string. Default: `1KiB`. Streams of unknown length are
   * compressed, too.
   */
  readonly threshold?: number | string
}

class CompressAttribute extends OptionsSetting<CompressOptions> {
  /** The minimum size in bytes. */
  readonly threshold: number

  constructor(options: SettingOptions<CompressOptions> = {}) {
    super(options)
    this.threshold = parseSize(this.options?.threshold ?? '1KiB')
  }

  middleware(): MiddlewareClass {
    return CompressMiddleware
  }
}

/** Compresses text, JSON and similar responses with the coding that the client prefers: zstd, Brotli or gzip. */
export const Compress = attribute(CompressAttribute)

class CompressMiddleware implements Middleware {
  static readonly [builtInStage] = 'respond'
  static readonly [defaultBinding] = (): CompressMiddleware => new CompressMiddleware()

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    const threshold = request.attribute(CompressAttribute)?.threshold ?? 0
    return next((reply) => {
      if (noTransform.test(reply.header('cache-control') ?? '')) return reply
      if (reply.status === 304) return withTagOf(request, reply).vary('Accept-Encoding')
      return isCompressible(reply) ? compress(request, reply, threshold) : reply
    })
  }
}

const noTransform = /(?:^|,)\s*no-transform\s*(?:,|$)/iu

/** Digest headers, which would be wrong for compressed content (RFC 9530). */
const digest = /^(?:(?:content-|repr-)?digest|content-md5)$/iu

const compressible =
  /^(?:text\/|application\/(?:wasm|json|xml|javascript|x-javascript|ndjson|x-ndjson|yaml)|[^;]+\+(?:json|xml|yaml))/iu

function isCompressible(reply: Reply): boolean {
  const { status } = reply
  return (
    !isBodiless(status) &&
    status !== 206 &&
    reply.header('content-encoding') === undefined &&
    !reply.headers.some((name, index) => index % 2 === 0 && digest.test(name)) &&
    compressible.test(reply.header('content-type')?.trim() ?? '')
  )
}

function compress(request: HttpRequest, reply: Reply, threshold: number): MaybePromise<Reply> {
  const varying = reply.vary('Accept-Encoding')
  const accepted = request.header('accept-encoding') ?? ''
  const [coding] = acceptedCodings(accepted, offeredCodings())
  const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  const length = bytes instanceof Uint8Array ? bytes.byteLength : declaredLength(reply)
  if (!coding || mayBeProbed(request)) return varying
  if (length === 0 || (length < threshold && acceptsPlain(accepted))) return varying
  const encoded = encodedHead(varying, coding)
  // This is the response to a HEAD request for a file.
  if (bytes === null) return encoded
  if (isStream(bytes)) return encoded.withBody(encodeStream(bytes, coding))
  const body = encode(bytes, coding)
  return andThen(body, (settled) => encoded.withBody(settled))
}

/**
 * Returns the declared length of a stream or of a body that was left out; `Infinity` if the length of a stream is
 * unknown.
 */
function declaredLength(reply: Reply): number {
  const declared = reply.header('content-length')
  if (declared !== undefined) return Number(declared)
  return reply.body === null ? 0 : Infinity
}

/**
 * True if a page of another site may have sent the request with the user's cookies. It could then guess content from
 * the length of the compressed response (BREACH).
 */
function mayBeProbed(request: HttpRequest): boolean {
  if (request.header('cookie') === undefined) return false
  if (['same-origin', 'none', undefined].includes(request.header('sec-fetch-site'))) return false
  const origin = request.header('origin')
  const policy = request.attribute(CorsAttribute)?.policy
  return origin === undefined || !policy?.lists(origin)
}

function encodedHead(reply: Reply, coding: Coding): Reply {
  const etag = reply.header('etag')
  const head = reply
    .withoutHeader('content-length')
    .withoutHeader('accept-ranges')
    .withHeader('content-encoding', coding)
  return etag === undefined ? head : head.replacingHeader('etag', weak(etag))
}

/** Uses the weak tag if the client sent it: a compressed copy is only cached under the weak tag. */
function withTagOf(request: HttpRequest, reply: Reply): Reply {
  const etag = reply.header('etag')
  if (etag === undefined) return reply
  const clientTags = tagsIn(request.header('if-none-match') ?? '')
  return clientTags.includes(weak(etag)) ? reply.replacingHeader('etag', weak(etag)) : reply
}

function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}
