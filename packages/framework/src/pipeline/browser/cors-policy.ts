import { parseDuration } from '../../config/units.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import { ByHeaderName } from '../../message/by-header-name.ts'
import { Reply, withMore } from '../../message/reply.ts'
import { Origins } from './origins.ts'

/** What pages of other origins may do. */
export interface CorsOptions {
  /**
   * Such as `https://shop.example`, `https://*.shop.example` for one more label, `*` for all, or a function that says
   * whether an origin is allowed. `null`, which is nobody's, counts only where it is listed.
   */
  readonly origins:
    | string
    | readonly string[]
    | ((origin: string, request: HttpRequest) => boolean | Promise<boolean>)
  /** Whether cookies are sent along. Default false. */
  readonly credentials?: boolean
  /** The headers that may be sent. Default: those that are asked for. */
  readonly headers?: readonly string[]
  /** The headers that may be read, beside those that every page may read. */
  readonly expose?: readonly string[]
  /** How long a browser may keep what it was told. Default `10m`. */
  readonly maxAge?: string
}

/** Headers of the framework that are useful to scripts that read an answer. */
const alwaysExposed = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'ETag',
] as const

/** If set further in, these would contradict the policy. */
const granting = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
] as const

/** The bit of those that are always exposed is that of their index, of those that grant the one after these. */
const isGranting = 1 << alwaysExposed.length
const notable = new ByHeaderName<number>([
  ...alwaysExposed.map((name, index) => [name.toLowerCase(), 1 << index] as const),
  ...granting.map((name) => [name, isGranting] as const),
])

/** What one `@Cors` says. */
export class CorsPolicy {
  readonly #options: CorsOptions
  readonly #origins: Origins
  readonly #isForAll: boolean
  /** In seconds. */
  readonly #maxAge: number
  /** By the bits of those that a reply has. */
  readonly #exposed = new Map<number, string>()

  /** Throws a `TypeError`. */
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
      '@Cors({ origins: "*", credentials: true }) would let every page act in the name of its visitors, so browsers ' +
        'refuse it. List the origins.',
    )
  }

  /** Whether an origin is in the list, by its name or a pattern. `*` is no name. */
  lists(origin: string): boolean {
    return this.#origins.has(origin)
  }

  allows(origin: string | undefined, request: HttpRequest): boolean | Promise<boolean> {
    const { origins } = this.#options
    if (origin === undefined) return false
    if (this.#isForAll || this.lists(origin)) return true
    return typeof origins === 'function' && origin !== 'null' && origins(origin, request)
  }

  /** The reply with what it lets a page of `origin`, if that is allowed, read of it. */
  answer(reply: Reply, origin: string | undefined): Reply {
    const { headers } = reply
    let found = 0
    for (let place = 0; place < headers.length; place += 2) {
      found |= notable.get(headers[place] as string) ?? 0
    }
    const own =
      (found & isGranting) === 0
        ? reply
        : granting.reduce((left, name) => left.withoutHeader(name), reply)
    const text = this.#exposedOf(found & ~isGranting)
    return this.#grant(own, origin, text === '' ? [] : ['access-control-expose-headers', text])
  }

  /** The list of what a page may read, by the bits of what the reply has. */
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

  /** The reply to a preflight, made from that to a plain OPTIONS; that reply itself if there is no such path. */
  preflight(reply: Reply, origin: string, request: HttpRequest): Reply {
    const methods = reply.header('allow')
    if (methods === undefined) return this.answer(reply, origin)
    const { headers: listed } = this.#options
    const headers = listed?.join(', ') ?? namesIn(request.header('access-control-request-headers'))
    const told = this.#grant(new Reply(204, [], null), origin, [
      'access-control-allow-methods',
      methods,
      ...(headers === '' ? [] : ['access-control-allow-headers', headers]),
      'access-control-max-age',
      String(this.#maxAge),
    ])
    return listed ? told : told.vary('Access-Control-Request-Headers')
  }

  #grant(reply: Reply, origin: string | undefined, more: readonly string[]): Reply {
    const granted = this.#isForAll ? '*' : origin
    const headers: string[] = []
    if (granted !== undefined) {
      headers.push('access-control-allow-origin', granted)
      if (this.#options.credentials) headers.push('access-control-allow-credentials', 'true')
      headers.push(...more)
    }
    if (this.#isForAll) return withMore(reply, headers)
    if (reply.header('vary') === undefined) return withMore(reply, ['vary', 'Origin', ...headers])
    return withMore(reply.vary('Origin'), headers)
  }
}

/** A list of names of headers; empty for anything else. */
function namesIn(asked: string | undefined): string {
  return asked !== undefined && /^[\w!#$%&'*+.^`|~, -]+$/u.test(asked) ? asked : ''
}

/** Refuses origins by themselves, and options without any. */
function refuseMissing(origins: CorsOptions['origins'] | undefined, options: unknown): void {
  if (origins !== undefined) return
  const isList = typeof options === 'string' || Array.isArray(options)
  const list = isList ? JSON.stringify(options) : '["https://shop.example"]'
  throw new TypeError(
    `@Cors(${JSON.stringify(options)}) has no origins. Write: @Cors({ origins: ${list} }).`,
  )
}
