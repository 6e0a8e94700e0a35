import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { parseDuration } from '../../../base/config/units.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { HeaderNameMap } from '../../../http/message/header-list.ts'
import { Reply, withMoreHeaders } from '../../../http/message/reply.ts'
import { Origins } from './origins.ts'

/** Options for `@Cors`. */
export interface CorsOptions {
  /**
   * The allowed origins, such as `https://shop.example`, `https://*.shop.example` for direct subdomains, `*` for all,
   * or a function that returns true for allowed origins. `null` is only allowed by `*`, or if it is listed.
   */
  readonly origins:
    | string
    | readonly string[]
    | ((origin: string, request: HttpRequest) => MaybePromise<boolean>)
  /** True if browsers may send cookies. Default: false. */
  readonly credentials?: boolean
  /** The allowed request headers. Default: the headers that the preflight requests. */
  readonly headers?: readonly string[]
  /** The response headers that pages may read, in addition to the headers that are always readable. */
  readonly expose?: readonly string[]
  /** The time for which browsers may cache a preflight. Default: `10m`. */
  readonly maxAge?: string
}

/** Built-in response headers that are useful to scripts. They are exposed if the response has them. */
const alwaysExposed = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'ETag',
] as const

/**
 * CORS headers that are removed if a handler or inner middleware has set them, because they could contradict the
 * policy.
 */
const grantingHeaders = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
] as const

/** The bit of all `grantingHeaders`. Each header of `alwaysExposed` has one of the lower bits. */
const grantingBit = 1 << alwaysExposed.length
const headerBits = new HeaderNameMap<number>([
  ...alwaysExposed.map((name, index) => [name.toLowerCase(), 1 << index] as const),
  ...grantingHeaders.map((name) => [name, grantingBit] as const),
])

/** The policy of a `@Cors` decorator. */
export class CorsPolicy {
  readonly #options: CorsOptions
  readonly #origins: Origins
  readonly #isForAll: boolean
  /** The maximum age in seconds. */
  readonly #maxAge: number
  /** The values of `access-control-expose-headers`, by the header bits of a reply. */
  readonly #exposed = new Map<number, string>()

  /** Throws a `TypeError` if the options are invalid. */
  constructor(options: CorsOptions) {
    const { origins, credentials, maxAge = '10m' } = options
    refuseMissing(origins, options)
    const list = typeof origins === 'string' ? [origins] : origins
    const listed = typeof list === 'function' ? [] : list
    this.#options = options
    this.#isForAll = listed.includes('*')
    this.#origins = new Origins(listed.filter((origin) => origin !== '*'))
    this.#maxAge = Math.floor(parseDuration(maxAge) / 1000)
    if (!this.#isForAll || !credentials) return
    throw new TypeError(
      '@Cors({ origins: "*", credentials: true }) would let every page act on behalf of its visitors, so browsers ' +
        'refuse it. List the origins.',
    )
  }

  /** True if an origin is listed literally or by a pattern. `*` does not count as listing an origin. */
  lists(origin: string): boolean {
    return this.#origins.has(origin)
  }

  allows(origin: string | undefined, request: HttpRequest): MaybePromise<boolean> {
    const { origins } = this.#options
    if (origin === undefined) return false
    if (this.#isForAll || this.lists(origin)) return true
    return typeof origins === 'function' && origin !== 'null' && origins(origin, request)
  }

  /** Adds the CORS headers to a reply. `origin` is undefined if it is not allowed. */
  addHeaders(reply: Reply, origin: string | undefined): Reply {
    const { headers } = reply
    let bits = 0
    for (let index = 0; index < headers.length; index += 2) {
      bits |= headerBits.get(headers[index] as string) ?? 0
    }
    const own =
      (bits & grantingBit) === 0
        ? reply
        : grantingHeaders.reduce((rest, name) => rest.withoutHeader(name), reply)
    const text = this.#exposedOf(bits & ~grantingBit)
    return this.#grant(own, origin, text === '' ? [] : ['access-control-expose-headers', text])
  }

  /** Returns the value of `access-control-expose-headers`. `bits` are the headers of `alwaysExposed` in the reply. */
  #exposedOf(bits: number): string {
    let text = this.#exposed.get(bits)
    if (text === undefined) {
      const { expose = [] } = this.#options
      const names = alwaysExposed.filter(
        (name, index) => (bits & (1 << index)) !== 0 && !expose.includes(name),
      )
      text = [...expose, ...names].join(', ')
      this.#exposed.set(bits, text)
    }
    return text
  }

  /**
   * Turns the reply to an OPTIONS request into a preflight response. If the path does not exist, only adds the CORS
   * headers.
   */
  preflight(reply: Reply, origin: string, request: HttpRequest): Reply {
    const methods = reply.header('allow')
    if (methods === undefined) return this.addHeaders(reply, origin)
    const { headers: listed } = this.#options
    const headers = listed?.join(', ') ?? namesIn(request.header('access-control-request-headers'))
    const preflight = this.#grant(new Reply(204, [], null), origin, [
      'access-control-allow-methods',
      methods,
      ...(headers === '' ? [] : ['access-control-allow-headers', headers]),
      'access-control-max-age',
      String(this.#maxAge),
    ])
    return listed ? preflight : preflight.vary('Access-Control-Request-Headers')
  }

  #grant(reply: Reply, origin: string | undefined, more: readonly string[]): Reply {
    const granted = this.#isForAll ? '*' : origin
    const headers: string[] = []
    if (granted !== undefined) {
      headers.push('access-control-allow-origin', granted)
      if (this.#options.credentials) headers.push('access-control-allow-credentials', 'true')
      headers.push(...more)
    }
    if (this.#isForAll) return withMoreHeaders(reply, headers)
    if (reply.header('vary') === undefined)
      return withMoreHeaders(reply, ['vary', 'Origin', ...headers])
    return withMoreHeaders(reply.vary('Origin'), headers)
  }
}

/** Returns the requested header names, or an empty string if they are not a valid list. */
function namesIn(requested: string | undefined): string {
  return requested !== undefined && /^[\w!#$%&'*+.^`|~, -]+$/u.test(requested) ? requested : ''
}

/** Throws a `TypeError` if the options are a list of origins instead of an object, or lack the option `origins`. */
function refuseMissing(origins: CorsOptions['origins'] | undefined, options: unknown): void {
  if (origins !== undefined) return
  const isList = typeof options === 'string' || Array.isArray(options)
  const list = isList ? JSON.stringify(options) : '["https://shop.example"]'
  throw new TypeError(
    `@Cors(${JSON.stringify(options)}) does not have the option origins. Write: @Cors({ origins: ${list} }).`,
  )
}
