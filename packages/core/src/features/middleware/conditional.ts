import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../base/container/binding.ts'
import { isRouteAttribute } from '../../http/routing/decorators.ts'
import {
  type LevelKind,
  type Middleware,
  type MiddlewareClass,
  type Next,
  type Target,
} from '../../http/chain/middleware.ts'
import type { Route } from '../../http/routing/route.ts'
import { OptionsSetting, type SettingOptions } from '../../http/chain/setting.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import type { Reply } from '../../http/message/reply.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { builtinOf } from '../../data/builtins/builtins.ts'
import { exposing } from './expose.ts'
import { withoutContent } from '../../http/responses/without-content.ts'
import type { Operation } from '../../data/schema/operation.ts'

class ConditionalAttribute extends OptionsSetting<string> {
  /** The `Cache-Control` header; empty if none is added. */
  readonly cacheControl: string

  constructor(cacheControl: SettingOptions<string> = '') {
    super(cacheControl)
    this.cacheControl = this.options ?? ''
    if (this.cacheControl === '' || directives.test(this.cacheControl)) return
    throw new TypeError(
      `"${this.cacheControl}" is not a valid Cache-Control. Write one such as "private, max-age=60".`,
    )
  }

  middleware(): MiddlewareClass {
    return ConditionalMiddleware
  }

  check({ route }: Target, level: LevelKind): void {
    if (level !== 'method' || !route || route.declaration.method.attributes.some(isGet)) return
    throw new TypeError('@Conditional is on a method that does not handle GET. Remove it.')
  }

  openApi({ status = 200, declaration: { method } }: Route): Partial<Operation> {
    if (status !== 200 || !mayBeWhole(method.returns)) return {}
    return { responses: { 304: { description: 'The cached copy is still valid.' } } }
  }
}

/**
 * Responds with 304 to a GET request if the client already has the content. The `ETag` is a hash of it, unless the
 * response has an `ETag`. `cacheControl` is sent unless the response has a `Cache-Control`. Streams and statuses other
 * than 200 are not changed.
 */
export const Conditional = attribute(ConditionalAttribute)

class ConditionalMiddleware implements Middleware {
  static readonly [defaultBinding] = (): ConditionalMiddleware => new ConditionalMiddleware()

  /** True if the target is a GET route. Built-in paths and static files handle conditional requests themselves. */
  static appliesTo({ route }: Target): boolean {
    return route?.httpMethod === 'GET'
  }

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    const { cacheControl = '' } = request.attribute(ConditionalAttribute) ?? {}
    return next((reply) => {
      const { status, body } = reply
      const isWhole = typeof body === 'string' || body instanceof Uint8Array
      return status === 200 && isWhole
        ? withPreconditions(request, reply, body, cacheControl)
        : reply
    })
  }
}

const directives = /^[\w-]+(?:=(?:[\w-]+|"[^"]*"))?(?:, *[\w-]+(?:=(?:[\w-]+|"[^"]*"))?)*$/u

function isGet(use: object): boolean {
  return isRouteAttribute(use) && use.httpMethod().toUpperCase() === 'GET'
}

/** True if a method may return something that is not a stream and not empty. */
function mayBeWhole(returns: TypeInfo | undefined): boolean {
  if (returns?.kind === 'void') return false
  return !returns || builtinOf(returns)?.isStream !== true
}

function withPreconditions(
  request: HttpRequest,
  reply: Reply,
  body: string | Uint8Array,
  cacheControl: string,
): Reply {
  const known = reply.header('etag')
  const etag = known ?? tagOf(body)
  const tagged = known === undefined ? exposing(reply.withHeader('etag', etag), 'ETag') : reply
  const isSilent = cacheControl !== '' && reply.header('cache-control') === undefined
  const response = isSilent ? tagged.withHeader('cache-control', cacheControl) : tagged
  const status = request.evaluatePreconditions({
    etag,
    lastModified: reply.header('last-modified'),
  })
  return status === undefined ? response : withoutContent(response, status)
}

function tagOf(body: string | Uint8Array): string {
  // Loaded on demand, because many applications never need it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}
