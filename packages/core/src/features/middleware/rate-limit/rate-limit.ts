import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { Config } from '../../../base/config/config.ts'
import { defaultBinding, type Resolver } from '../../../base/container/binding.ts'
import type { Container } from '../../../base/container/container.ts'
import {
  builtInStage,
  type LevelKind,
  type Middleware,
  type MiddlewareClass,
  type Next,
  type Setting,
  type Target,
} from '../../../http/chain/middleware.ts'
import type { CalledTool, ToolCall } from '../../../http/chain/tool-call.ts'
import { isPreflight } from '../../../http/chain/preflight.ts'
import { Logger } from '../../../base/logging/logger.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { MatchedRoute } from '../../../http/message/target.ts'
import { attribute } from '../../../base/reflection/attribute.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import type { Operation } from '../../../data/schema/operation.ts'
import { clientNetwork } from './client-network.ts'
import { createRate, type Rate } from './rate.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import { recordUse, RateLimitHeaders, rateLimitResponses } from './rate-limit-headers.ts'
import {
  failsClosed,
  RateLimiter,
  tooManyCalls,
  tooManyRequests,
  type Taken,
} from './rate-limiter.ts'

/** Options for `@RateLimit`. */
export interface RateLimitOptions {
  /**
   * Returns the key of a client. Called in the stage `handle`, after authentication. Default: the address of the
   * client.
   */
  readonly by?: (request: HttpRequest) => string
  /** The number of requests that may arrive at the same time. Default: `limit`. */
  readonly burst?: number
  /**
   * The name of the counter. Limits with the same name share a counter. Default: `application`,
   * `Class` or `Class.method`, depending on where the decorator is.
   */
  readonly name?: string
}

/** All settings of a limit. */
export interface RateLimitSettings extends RateLimitOptions {
  readonly limit: number
  /** A period in whole seconds, such as `15m`. */
  readonly per: string
}

/** The limit, a function that returns all settings from the configuration, or `false` for no limit. */
export type GivenRateLimit = number | ((config: Config) => RateLimitSettings) | false

type LimitedTarget = MatchedRoute | CalledTool | undefined

class RateLimitAttribute implements Setting {
  readonly isRepeatable = true
  readonly isOff: boolean
  readonly by: RateLimitOptions['by']
  readonly #setting: GivenRateLimit
  readonly #rateOf: (name: string) => Rate
  readonly #name: string | undefined
  readonly #rates = new Map<LimitedTarget, Rate>()
  #level: LevelKind = 'method'

  constructor(limit: GivenRateLimit, per?: string, options: RateLimitOptions = {}) {
    this.isOff = limit === false
    this.#setting = limit
    this.by = options.by
    this.#name = options.name
    this.#rateOf = (name) => createRate(name, limit as number, per ?? '', options.burst)
    if (typeof limit === 'number') this.#rateOf('checked')
  }

  middleware(): readonly MiddlewareClass[] {
    return [RateLimitHeaders, this.by ? RateLimitByKey : RateLimitByAddress]
  }

  configured(config: Config): Setting {
    if (typeof this.#setting !== 'function') return this
    const settings = this.#setting(config)
    return new RateLimitAttribute(settings.limit, settings.per, settings)
  }

  check(_target: Target, level: LevelKind): void {
    this.#level = level
  }

  openApi(): Partial<Operation> {
    return { responses: rateLimitResponses }
  }

  /** Returns the rate for a route or a tool. `all` are all limits that apply to it. */
  rateFor(target: LimitedTarget, all: readonly RateLimitAttribute[]): Rate {
    let rate = this.#rates.get(target)
    if (!rate) this.#rates.set(target, (rate = this.#rateOf(this.#counterName(target, all))))
    return rate
  }

  /** Returns the name of the counter. Limits without a name are numbered: `Shop.pay`, `Shop.pay-2`. */
  #counterName(target: LimitedTarget, all: readonly RateLimitAttribute[]): string {
    if (this.#name !== undefined) return this.#name
    const index = all.filter((each) => each.#name === undefined).indexOf(this)
    return index > 0 ? `${this.#bucket(target)}-${index + 1}` : this.#bucket(target)
  }

  #bucket(target: LimitedTarget): string {
    if (!target || this.#level === 'application') return 'application'
    const { name } = 'controller' in target ? target.controller : target.class
    return this.#level === 'class' ? name : `${name}.${target.methodName}`
  }
}

/**
 * Limits the requests of a client to `limit` per period, such as `15m`, by address or by a custom key. Above the limit,
 * the response is 429.
 */
export const RateLimit = attribute(RateLimitAttribute, '…')

/** Counts requests for the limits that the subclass selects. */
abstract class RateLimiting implements Middleware {
  readonly #limiter: RateLimiter

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter
  }

  static appliesTo({ kind }: Target): boolean {
    return kind !== 'files'
  }

  static prepare(container: Container): undefined {
    failsClosed(container.get(Config))
    container.get(RateLimitStore)
  }

  handle(request: HttpRequest, next: Next): ReturnType<Next> {
    if (isPreflight(request)) return next()
    const all = request.attributes(RateLimitAttribute)
    const charge: ChargeLimit = (limit) => {
      const rate = limit.rateFor(request.route, all)
      const charged = this.#limiter.chargeRate(rate, this.keyOf(limit, request))
      return andThen(charged, (taken) => checkRequest(request, rate, taken))
    }
    return this.#chargeAll(all, charge, next)
  }

  handleTool(call: ToolCall, next: () => unknown): unknown {
    const all = call.attributes(RateLimitAttribute)
    // Over stdio there is only one client.
    const request = call.request && withCallValues(call, call.request)
    const charge: ChargeLimit = (limit) => {
      const key = request ? this.keyOf(limit, request) : ''
      return andThen(this.#limiter.chargeRate(limit.rateFor(call.tool, all), key), checkCall)
    }
    return this.#chargeAll(all, charge, next)
  }

  #chargeAll<T>(
    all: readonly RateLimitAttribute[],
    charge: ChargeLimit,
    next: () => MaybePromise<T>,
    start = 0,
  ): MaybePromise<T> {
    for (let index = start; index < all.length; index += 1) {
      const limit = all[index] as RateLimitAttribute
      const charged = this.counts(limit) ? charge(limit) : undefined
      if (charged) return charged.then(() => this.#chargeAll(all, charge, next, index + 1))
    }
    return next()
  }

  protected abstract counts(limit: RateLimitAttribute): boolean
  protected abstract keyOf(limit: RateLimitAttribute, request: HttpRequest): string
}

/** Throws, or rejects, if the limit is exceeded. */
type ChargeLimit = (limit: RateLimitAttribute) => MaybePromise<void>

function checkRequest(request: HttpRequest, rate: Rate, taken: Taken): void {
  recordUse(request, rate, taken)
  if (!taken.isAllowed) throw tooManyRequests(taken)
}

function checkCall(taken: Taken): void {
  if (!taken.isAllowed) throw tooManyCalls(taken)
}

/** Returns the request to pass to `by`. Its `get` also returns values that were provided for the tool call. */
function withCallValues(call: ToolCall, request: HttpRequest): HttpRequest {
  return new Proxy(request, {
    get: (target, name) => {
      if (name === 'get') return (type: Class) => call.get(type)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Counts before authentication, so that requests with guessed credentials are counted, too. */
class RateLimitByAddress extends RateLimiting {
  static readonly [builtInStage] = 'admit'
  static readonly [defaultBinding] = (resolver: Resolver): RateLimitByAddress =>
    new RateLimitByAddress(resolver.get(RateLimiter), resolver.get(Logger))

  readonly #logger: Logger
  #hasWarned = false

  constructor(limiter: RateLimiter, logger: Logger) {
    super(limiter)
    this.#logger = logger
  }

  protected counts({ isOff, by }: RateLimitAttribute): boolean {
    return !isOff && !by
  }

  protected keyOf(_limit: RateLimitAttribute, { ip }: HttpRequest): string {
    if (ip !== undefined) return clientNetwork(ip)
    if (!this.#hasWarned) {
      this.#hasWarned = true
      this.#logger.warn(
        'The platform does not report the addresses of clients, so @RateLimit counts all clients together.',
      )
    }
    return ''
  }
}

class RateLimitByKey extends RateLimiting {
  static readonly [builtInStage] = 'handle'
  static readonly [defaultBinding] = (resolver: Resolver): RateLimitByKey =>
    new RateLimitByKey(resolver.get(RateLimiter))

  protected counts({ isOff, by }: RateLimitAttribute): boolean {
    return !isOff && by !== undefined
  }

  protected keyOf({ by }: RateLimitAttribute, request: HttpRequest): string {
    const key: unknown = by?.(request)
    if (typeof key === 'string') return key
    throw new TypeError(
      `"by" of a @RateLimit returned ${key === null ? 'null' : typeof key}. It must return a string, the key of a client.`,
    )
  }
}
