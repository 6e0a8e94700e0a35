import { parseCookie } from 'cookie'
import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { parseDuration } from '../../base/config/units.ts'
import { declareSupplied } from '../../base/container/supplied.ts'
import type { CookieKeys } from './cookie-keys.ts'
import { isLocalHost } from './host.ts'
import type { Reply } from './reply.ts'
import { withDefaults, writeSetCookie, type CookieOptions } from './set-cookie.ts'

/** Options for reading a signed or sealed cookie. */
export interface CookieReading {
  readonly signed?: boolean
  readonly sealed?: boolean
}

/** The parts of a request that are needed for cookies. */
interface CookieRequest {
  header(name: string): string | undefined
  readonly secure: boolean
  readonly host: string
}

/**
 * Adds the cookies to the reply, unless its status is 500 or higher. From then on, setting a cookie throws. Rejects if
 * a cookie could not be sealed.
 */
export let addCookies: (cookies: Cookies, reply: Reply) => MaybePromise<Reply>

/**
 * The cookies of a request and its response. `get` returns the cookies that the client sent, not the cookies that were
 * set on the response.
 */
export class Cookies {
  readonly #request: CookieRequest
  readonly #keys: CookieKeys
  /** The `Set-Cookie` values by name, domain and path. The values of sealed cookies are promises. */
  #setCookies: Map<string, MaybePromise<string>> | undefined
  #isClosed: boolean
  #requestCookies: Readonly<Record<string, string | undefined>> | undefined

  /** Do not create instances; use `request.cookies`. */
  constructor(request: CookieRequest, keys: CookieKeys, isClosed: boolean) {
    this.#request = request
    this.#keys = keys
    this.#isClosed = isClosed
  }

  /** Returns the value of a cookie; undefined if it was not sent, or if its signature or seal is invalid. */
  get(name: string, options: CookieReading & { readonly sealed: true }): Promise<string | undefined>
  get(name: string, options?: CookieReading & { readonly sealed?: false }): string | undefined
  get(name: string, { signed, sealed }: CookieReading = {}): MaybePromise<string | undefined> {
    this.#requestCookies ??= parseCookie(this.#request.header('cookie') ?? '')
    const text = this.#requestCookies[name]
    if (sealed) {
      return text === undefined ? Promise.resolve(undefined) : this.#keys.unseal(name, text)
    }
    return signed && text !== undefined ? this.#keys.verify(name, text) : text
  }

  /**
   * Sets a cookie on the response if its status is below 500. Default options:
   * `Path=/; HttpOnly; SameSite=Lax`, and `Secure` except over plain HTTP to the local machine
   * outside of production. Throws a `TypeError` for cookies that browsers reject, for more than
   * 4096 bytes, after the response headers were sent, and in an error handler if neither the route
   * nor middleware uses the request. For a sealed cookie, returns a promise, for which the response
   * waits.
   */
  set(
    name: string,
    value: string,
    options: CookieOptions & { readonly sealed: true },
  ): Promise<void>
  set(name: string, value: string, options?: CookieOptions & { readonly sealed?: false }): void
  set(name: string, value: string, options: CookieOptions = {}): MaybePromise<void> {
    if (this.#isClosed) {
      throw new TypeError(
        `The cookie "${name}" was set too late, or in the error handler of a request without middleware. Set it earlier, or add middleware.`,
      )
    }
    const { signed, sealed, ...attributes } = withDefaults(name, options, this.#isSecure)
    const key = `${name};${attributes.domain ?? ''};${attributes.path}`
    if (!sealed) {
      const text = signed ? this.#keys.sign(name, value) : value
      this.#store(key, writeSetCookie(name, text, attributes))
      return
    }
    const { maxAge } = attributes
    const sealedHeader = this.#keys
      .seal(name, value, maxAge === undefined ? undefined : parseDuration(maxAge))
      .then((text) => writeSetCookie(name, text, attributes))
    this.#store(key, sealedHeader)
    const done = settled(sealedHeader)
    // If the caller does not await the promise, an error is reported when the response is sent.
    done.catch(() => {})
    return done
  }

  /** Deletes a cookie in the browser. `path` and `domain` must be the same as when it was set. */
  delete(name: string, options: CookieOptions = {}): void {
    const { signed: _, sealed: __, ...attributes } = options
    this.set(name, '', { ...attributes, maxAge: '0s', expires: new Date(0) })
  }

  #store(key: string, header: MaybePromise<string>): void {
    ;(this.#setCookies ??= new Map()).set(key, header)
  }

  /** True if cookies are `Secure` by default. */
  get #isSecure(): boolean {
    return this.#request.secure || !isLocalHost(this.#request.host)
  }

  static {
    addCookies = (cookies, reply) => {
      cookies.#isClosed = true
      if (!cookies.#setCookies || reply.status >= 500) return reply
      const headers = [...cookies.#setCookies.values()]
      const add = (texts: readonly string[]) =>
        reply.withHeaders([...reply.headers, ...texts.flatMap((text) => ['set-cookie', text])])
      return headers.every((header) => typeof header === 'string')
        ? add(headers)
        : Promise.all(headers).then(add)
    }
  }
}

async function settled(work: Promise<unknown>): Promise<void> {
  await work
}

// A class that takes the cookies is request-scoped, because each request provides its own.
declareSupplied(Cookies)
