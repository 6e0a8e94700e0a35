import { andThen, isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../../base/container/binding.ts'
import { shortened } from '../../../http/routing/method-not-allowed.ts'
import {
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
} from '../../../http/chain/middleware.ts'
import { isPreflight } from '../../../http/chain/preflight.ts'
import { OptionsSetting, type SettingOptions } from '../../../http/chain/setting.ts'
import { HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Reply } from '../../../http/message/reply.ts'
import { attribute } from '../../../base/reflection/attribute.ts'
import { CorsPolicy, type CorsOptions } from './cors-policy.ts'

export class CorsAttribute extends OptionsSetting<CorsOptions> {
  /** The CORS policy; undefined until the configuration is read, or if CORS is disabled. */
  readonly policy: CorsPolicy | undefined

  constructor(options: SettingOptions<CorsOptions>) {
    super(options)
    this.policy = this.options && new CorsPolicy(this.options)
  }

  middleware(): MiddlewareClass {
    return CorsMiddleware
  }
}

/** Allows pages of other origins to read responses, and to send requests that HTML forms could not send. */
export const Cors = attribute(CorsAttribute, '…')

class CorsMiddleware implements Middleware {
  static readonly [builtInStage] = 'respond'
  static readonly [defaultBinding] = (): CorsMiddleware => new CorsMiddleware()
  static readonly answersPreflights = true

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    const policy = request.attribute(CorsAttribute)?.policy as CorsPolicy
    const origin = request.header('origin')
    const isAllowed = policy.allows(origin, request)
    return isPromise(isAllowed)
      ? andThen(isAllowed, (settled) => next(changeFor(policy, origin, settled, request)))
      : next(changeFor(policy, origin, isAllowed, request))
  }
}

/**
 * Returns the function that adds headers to the response. Throws `HttpError` 403 for a preflight from an origin that is
 * not allowed.
 */
function changeFor(
  policy: CorsPolicy,
  origin: string | undefined,
  isAllowed: boolean,
  request: HttpRequest,
): NonNullable<Parameters<Next>[0]> {
  if (origin === undefined || !isPreflight(request)) {
    return (reply) => policy.addHeaders(reply, isAllowed ? origin : undefined)
  }
  if (isAllowed) return (reply) => policy.preflight(reply, origin, request)
  throw new HttpError(403, `The origin "${shortened(origin)}" is not allowed.`, {
    headers: { vary: 'Origin' },
  })
}
