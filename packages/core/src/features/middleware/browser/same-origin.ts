import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../../base/container/binding.ts'
import {
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
  type Target,
} from '../../../http/chain/middleware.ts'
import { OptionsSetting, type SettingOptions } from '../../../http/chain/setting.ts'
import type { Route } from '../../../http/routing/route.ts'
import { HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Reply } from '../../../http/message/reply.ts'
import { attribute } from '../../../base/reflection/attribute.ts'
import type { Operation } from '../../../data/schema/operation.ts'
import { CorsAttribute } from './cors.ts'
import { Origins } from './origins.ts'

/** Options for `@SameOrigin`. */
export interface SameOriginOptions {
  /** Trusted origins, such as `https://shop.example`. Origins listed in `@Cors` for the route are also trusted. */
  readonly trusted?: readonly string[]
}

const message = 'The request comes from another origin.'

/** @public */
export class SameOriginAttribute extends OptionsSetting<SameOriginOptions> {
  readonly trusted: Origins

  constructor(options: SettingOptions<SameOriginOptions> = {}) {
    super(options)
    this.trusted = new Origins(this.options?.trusted ?? [])
  }

  middleware(): MiddlewareClass {
    return SameOriginMiddleware
  }

  openApi({ httpMethod }: Route): Partial<Operation> {
    return isSafe(httpMethod) ? {} : { responses: { 403: { description: message } } }
  }
}

/**
 * Rejects requests that a page of another origin sends on behalf of its visitor, such as forged forms (CSRF). GET, HEAD
 * and OPTIONS are always accepted.
 */
export const SameOrigin = attribute(SameOriginAttribute)

/** @public */
export class SameOriginMiddleware implements Middleware {
  static readonly [builtInStage] = 'admit'
  static readonly [defaultBinding] = (): SameOriginMiddleware => new SameOriginMiddleware()

  /** True unless the target is a route with a safe method, such as GET: safe requests are never rejected. */
  static appliesTo({ route }: Target): boolean {
    return !route || !isSafe(route.httpMethod)
  }

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    refuseForeign(request, request.attribute(SameOriginAttribute)?.trusted)
    return next()
  }
}

/** Throws `HttpError` 403 for an unsafe request from a page of another origin that is not trusted. */
export function refuseForeign(request: HttpRequest, trusted: Origins | undefined): void {
  if (isSafe(request.method) || isSameOrigin(request) || isTrusted(request, trusted)) return
  throw new HttpError(403, message)
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * True if `Sec-Fetch-Site`, or else `Origin`, indicates the same origin. Clients that send neither are not browsers and
 * are accepted.
 */
function isSameOrigin(request: HttpRequest): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.header('origin')
  return origin === undefined || isHostOf(origin, request.host)
}

/** True if `host` is the host of an origin. The scheme is ignored, because a proxy may not forward it. */
function isHostOf(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  return (
    URL.canParse(`${protocol}//${host}`) &&
    new URL(`${protocol}//${host}`).host === originHost &&
    originHost !== ''
  )
}

function isTrusted(request: HttpRequest, trusted: Origins | undefined): boolean {
  const origin = request.header('origin')
  if (origin === undefined) return false
  const listed = trusted?.has(origin) ?? false
  return listed || (request.attribute(CorsAttribute)?.policy?.lists(origin) ?? false)
}
