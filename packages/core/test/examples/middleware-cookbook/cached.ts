import {
  attribute,
  Clock,
  Config,
  Get,
  type HttpRequest,
  type Middleware,
  type Next,
  OptionsSetting,
  parseDuration,
  type Reply,
  type SettingOptions,
} from '@fw/core'

export interface CachedOptions {
  /** Such as `30s`. */
  readonly for: string
}

/** Caches responses that are the same for all callers. */
export class CachedAttribute extends OptionsSetting<CachedOptions> {
  readonly milliseconds: number

  constructor(given: SettingOptions<CachedOptions>) {
    super(given)
    const time = this.options?.for
    this.milliseconds = time === undefined ? 0 : parseDuration(time)
  }

  middleware() {
    return ResponseCache
  }
}

export const Cached = attribute(CachedAttribute)

interface CachedReply {
  readonly reply: Reply
  readonly until: number
}

export class ResponseCache implements Middleware {
  readonly #kept = new Map<string, CachedReply>()

  constructor(private readonly clock: Clock) {}

  handle(request: HttpRequest, next: Next) {
    const { method, host, path, query } = request
    const setting = request.attribute(CachedAttribute)
    const isRead = method === 'GET' || method === 'HEAD'
    if (!setting || !isRead) return next()
    const key = `${host} ${path}?${query}`
    const kept = this.#kept.get(key)
    if (kept && kept.until > this.clock.now()) return kept.reply
    return next((reply) => {
      if (isForEverybody(reply)) {
        this.#kept.delete(key)
        const until = this.clock.now() + setting.milliseconds
        this.#kept.set(key, { reply, until })
        const [oldest = ''] = this.#kept.keys()
        if (this.#kept.size > 1000) this.#kept.delete(oldest)
      }
      return reply
    })
  }
}

function isForEverybody(reply: Reply) {
  if (reply.status !== 200 || typeof reply.body !== 'string') {
    return false
  }
  const personal = ['set-cookie', 'vary', 'cache-control']
  return !personal.some((name) => reply.header(name))
}

@Cached((config: Config) => ({
  for: config.string('CACHE_FOR', '30s'),
}))
export class Weather {
  #asked = 0

  @Get('/weather/{city}')
  show(city: string) {
    this.#asked += 1
    return { city, asked: this.#asked }
  }

  @Cached(false)
  @Get('/weather/{city}/now')
  now(city: string) {
    this.#asked += 1
    return { city, asked: this.#asked }
  }
}
