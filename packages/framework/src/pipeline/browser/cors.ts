import { defaultBinding } from '../../container/binding.ts'
import { shortened } from '../../http/routing/method-not-allowed.ts'
import {
  ownStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
} from '../../http/chain/middleware.ts'
import { isPreflight } from '../../http/chain/preflight.ts'
import { OptionsSetting, type SettingOptions } from '../../http/chain/setting.ts'
import { HttpError } from '../../message/http-error.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import type { Reply } from '../../message/reply.ts'
import { attribute } from '../../reflection/attribute.ts'
import { CorsPolicy, type CorsOptions } from './cors-policy.ts'

export class CorsAttribute extends OptionsSetting<CorsOptions> {
  /** Undefined if the setting is off. */
  readonly policy: CorsPolicy | undefined

  constructor(options: SettingOptions<CorsOptions>) {
    super(options)
    this.policy = this.options && new CorsPolicy(this.options)
  }

  middleware(): MiddlewareClass {
    return CorsMiddleware
  }
}

/** Allows pages of other origins to read responses, and to send requests that a form could not send. */
export const Cors = attribute(CorsAttribute)

class CorsMiddleware implements Middleware {
  static readonly [ownStage] = 'respond'
  static readonly [defaultBinding] = (): CorsMiddleware => new CorsMiddleware()
  static readonly answersPreflights = true

  handle(request: HttpRequest, next: Next): Reply | Promise<Reply> {
    const policy = request.attribute(CorsAttribute)?.policy as CorsPolicy
    const origin = request.header('origin')
    const isAllowed = policy.allows(origin, request)
    return isAllowed instanceof Promise
      ? isAllowed.then((settled) => answer(policy, origin, settled, request, next))
      : answer(policy, origin, isAllowed, request, next)
  }
}

function answer(
  policy: CorsPolicy,
  origin: string | undefined,
  isAllowed: boolean,
  request: HttpRequest,
  next: Next,
): Reply | Promise<Reply> {
  if (origin === undefined || !isPreflight(request)) {
    return next((reply) => policy.answer(reply, isAllowed ? origin : undefined))
  }
  if (isAllowed) return next((reply) => policy.preflight(reply, origin, request))
  throw new HttpError(403, `The origin "${shortened(origin)}" is not allowed.`, {
    headers: { vary: 'Origin' },
  })
}
