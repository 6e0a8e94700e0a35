import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../../base/container/binding.ts'
import {
  builtInProvides,
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
} from '../../../http/chain/middleware.ts'
import { OptionsSetting, type SettingOptions } from '../../../http/chain/setting.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Reply } from '../../../http/message/reply.ts'
import { attribute } from '../../../base/reflection/attribute.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import { CspNonce } from './csp-nonce.ts'
import { HeaderSet, type SecurityHeadersOptions } from './header-set.ts'

class SecurityHeadersAttribute extends OptionsSetting<SecurityHeadersOptions> {
  readonly headers: HeaderSet

  constructor(options: SettingOptions<SecurityHeadersOptions> = {}) {
    super(options)
    this.headers = new HeaderSet(this.options ?? {})
  }

  middleware(): MiddlewareClass {
    return SecurityHeadersMiddleware
  }
}

/** Adds security headers, such as `Content-Security-Policy`, unless the reply sets them. */
export const SecurityHeaders = attribute(SecurityHeadersAttribute)

const noNonce = new CspNonce(undefined)

class SecurityHeadersMiddleware implements Middleware {
  static readonly [builtInStage] = 'respond'
  static readonly [builtInProvides]: readonly Class[] = [CspNonce]
  static readonly [defaultBinding] = (): SecurityHeadersMiddleware =>
    new SecurityHeadersMiddleware()

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    const { headers } = request.attribute(SecurityHeadersAttribute) as SecurityHeadersAttribute
    const nonce = headers.hasNonce ? CspNonce.create() : noNonce
    request.provide(CspNonce, nonce)
    return next((reply) => headers.addTo(reply, request.secure, nonce))
  }
}
