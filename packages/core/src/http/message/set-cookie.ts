import { stringifySetCookie } from 'cookie'
import { parseDuration } from '../../base/config/units.ts'

/** Options for a cookie. */
export interface CookieOptions {
  /** The path of the URLs for which the browser sends the cookie. Default: `/`. */
  readonly path?: string
  /**
   * The domain to which the browser sends the cookie, with its subdomains. Default: the host of the request, without
   * its subdomains.
   */
  readonly domain?: string
  /** The lifetime in the browser, such as `30d`. Default: until the browser session ends. */
  readonly maxAge?: string
  readonly expires?: Date
  /** True to hide the cookie from scripts. Default: true. */
  readonly httpOnly?: boolean
  /**
   * True to send the cookie only over HTTPS. Default: true, except over plain HTTP to the local machine outside of
   * production.
   */
  readonly secure?: boolean
  /** The policy for sending the cookie with requests from other sites. Default: `lax`. */
  readonly sameSite?: 'strict' | 'lax' | 'none'
  /** True to keep a separate cookie for each top-level site that embeds this one. */
  readonly partitioned?: boolean
  readonly priority?: 'low' | 'medium' | 'high'
  /** True to sign the cookie: the client can read it, but not change it. */
  readonly signed?: boolean
  /** True to encrypt the cookie: the client can neither read nor change it. */
  readonly sealed?: boolean
}

/**
 * Fills in the defaults. Throws a `TypeError` for options that browsers reject, and for a cookie that is both signed
 * and sealed.
 */
export function withDefaults(name: string, options: CookieOptions, isSecure: boolean) {
  const result = {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'lax',
    ...options,
  } as const
  for (const [start, rules] of prefixes) {
    if (name.toLowerCase().startsWith(start.toLowerCase()))
      refuseBrokenRules(name, `begins with ${start}`, result, rules)
  }
  if (result.sameSite === 'none') refuseBrokenRules(name, 'has SameSite=None', result, [secure])
  if (result.partitioned) refuseBrokenRules(name, 'is partitioned', result, [secure])
  if (result.signed && result.sealed) {
    throw new TypeError(
      `The cookie "${name}" is signed and sealed. A sealed cookie needs no signature.`,
    )
  }
  return result
}

/** Formats the `Set-Cookie` header. Throws a `TypeError` if the cookie is invalid or too large. */
export function writeSetCookie(name: string, value: string, options: CookieOptions): string {
  const { maxAge, ...others } = options
  const seconds = maxAge === undefined ? {} : { maxAge: Math.ceil(parseDuration(maxAge) / 1000) }
  const header = stringifySetCookie({ name, value, ...others, ...seconds })
  if (header.length <= maxCookieBytes) return header
  throw new TypeError(
    `The cookie "${name}" takes ${header.length} bytes, but browsers store at most ${maxCookieBytes}. ` +
      'Store large data on the server, and its id in the cookie.',
  )
}

/** The maximum size of a cookie in browsers, in bytes. */
export const maxCookieBytes = 4096

type Rule = readonly [text: string, isMet: (options: CookieOptions) => boolean]

const secure: Rule = ['secure', (options) => options.secure === true]
const httpOnly: Rule = ['httpOnly', (options) => options.httpOnly === true]
const hostRules: readonly Rule[] = [
  secure,
  ['the path "/"', ({ path }) => path === '/'],
  ['no domain', ({ domain }) => domain === undefined],
]

const prefixes: readonly (readonly [start: string, rules: readonly Rule[]])[] = [
  ['__Secure-', [secure]],
  ['__Http-', [secure, httpOnly]],
  ['__Host-', hostRules],
  ['__Host-Http-', [httpOnly]],
]

function refuseBrokenRules(
  name: string,
  reason: string,
  options: CookieOptions,
  rules: readonly Rule[],
): void {
  const broken = rules.filter(([, isMet]) => !isMet(options)).map(([text]) => text)
  if (broken.length === 0) return
  const hint = broken.includes('secure')
    ? ' Over plain HTTP to the local machine, cookies are not secure by default.'
    : ''
  throw new TypeError(
    `The cookie "${name}" ${reason}, so browsers accept it only with ${broken.join(' and ')}.${hint}`,
  )
}
