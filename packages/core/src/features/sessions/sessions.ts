import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Config } from '../../base/config/config.ts'
import { defaultBinding, type Resolver } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import {
  builtInProvides,
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
  type Setting,
  type Target,
} from '../../http/chain/middleware.ts'
import type { SettingOptions } from '../../http/chain/setting.ts'
import { CookieKeys } from '../../http/message/cookie-keys.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import type { Reply } from '../../http/message/reply.ts'
import { SameOriginAttribute } from '../middleware/browser/same-origin.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import type { SessionPlan } from './commit-session.ts'
import { SessionData } from './session-data.ts'
import { readLifetime, SessionOpener, type SessionsOptions } from './session-opener.ts'
import { SessionStore } from './session-store.ts'
import { Session } from './session.ts'

export class SessionsAttribute implements Setting {
  readonly isOff: boolean
  readonly #type: Class<object> | undefined
  readonly #options: SettingOptions<SessionsOptions>
  #plan: SessionPlan | undefined

  constructor(
    type?: Class<object> | SessionsOptions | false,
    options: SettingOptions<SessionsOptions> = {},
  ) {
    this.isOff = type === false || options === false
    this.#type = typeof type === 'function' ? type : undefined
    this.#options = typeof type === 'object' ? type : options
    if (typeof this.#options === 'object') this.#plan = this.#read(this.#options)
  }

  /** The parsed settings, for the middleware. */
  get plan(): SessionPlan {
    return this.#plan as SessionPlan
  }

  middleware(): MiddlewareClass {
    return SessionMiddleware
  }

  /** Adds `@SameOrigin`, because requests from pages of other origins may also send the cookie. */
  brings(): Setting[] {
    return [new SameOriginAttribute()]
  }

  configured(config: Config): SessionsAttribute {
    if (typeof this.#options !== 'function') return this
    return new SessionsAttribute(this.#type, this.#options(config))
  }

  /** Throws if a parameter declares a different data class. */
  check({ route }: Target): void {
    if (!route) return
    const { class: owner, method } = route.declaration
    const methodName = `${owner.name}.${method.name}`
    for (const { name, type } of [...owner.parameters, ...method.parameters]) {
      const declared = dataOf(type)
      if (!declared || declared === this.#type) continue
      throw new TypeError(
        `${methodName} takes "${name}" as a Session<${declared.name}>, but its sessions contain ` +
          `${this.#type?.name ?? 'nothing'}. Write: @Sessions(${declared.name}).`,
      )
    }
  }

  #read(options: SessionsOptions): SessionPlan {
    const data = new SessionData(this.#type)
    return { data, ...readLifetime('@Sessions(…)', options) }
  }
}

/** Adds sessions to routes: parameters of type `Session<Type>` receive them. */
export const Sessions = attribute(SessionsAttribute)

/** Opens the session of a request, and stores it before the response is sent. */
class SessionMiddleware implements Middleware {
  static readonly [builtInStage] = 'authenticate'
  static readonly [builtInProvides]: readonly Class[] = [Session]
  static readonly [defaultBinding] = (resolver: Resolver): SessionMiddleware =>
    new SessionMiddleware(new SessionOpener((token) => resolver.get(token)))

  readonly #opener: SessionOpener

  constructor(opener: SessionOpener) {
    this.#opener = opener
  }

  /** True if the target takes a session. */
  static appliesTo({ takes }: Target): boolean {
    return takes?.has(Session) === true
  }

  /** Throws or rejects if the store cannot be created, or if there is no key to seal cookies. */
  static prepare(container: Container): Promise<void> | undefined {
    if (!container.has(SessionStore)) return container.get(CookieKeys).prepareSealing()
    container.get(SessionStore)
    return undefined
  }

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    const { plan } = request.attribute(SessionsAttribute) as SessionsAttribute
    return this.#opener.openAndGo(request, plan, next)
  }
}

/** Returns the class `Type` of a declared `Session<Type>`. */
function dataOf(type: TypeInfo): Class | undefined {
  if (type.kind !== 'class' || type.class !== Session) return undefined
  const [data] = type.typeArguments ?? []
  return data?.kind === 'class' ? data.class : undefined
}
