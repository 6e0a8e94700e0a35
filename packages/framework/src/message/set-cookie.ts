import { stringifySetCookie } from 'cookie'
import { parseDuration } from '../config/units.ts'

/** What a browser is told about a cookie. */
export interface CookieOptions {
  /** Default `/`. */
  readonly path?: string
  /** Default: the host that answers, and no other one. */
  readonly domain?: string
  /** How long the browser keeps it, such as `30d`. Default: until the browser is closed. */
  readonly maxAge?: string
  readonly expires?: Date
  /** Whether scripts of the page cannot read it. Default true. */
  readonly httpOnly?: boolean
  /** Whether it is sent only over HTTPS. Default true, except over plain HTTP to the local machine. */
  readonly secure?: boolean
  /** Default `lax`. */
  readonly sameSite?: 'strict' | 'lax' | 'none'
  /** Whether each site that embeds this one gets a cookie of its own. */
  readonly partitioned?: boolean
  readonly priority?: 'low' | 'medium' | 'high'
  /** Whether the client can read but not change it. */
  readonly signed?: boolean
  /** Whether the client can neither read nor change it. */
  readonly sealed?: boolean
}

/** The options with all defaults filled in. Throws a `TypeError` for what browsers refuse. */
export function completed(name: string, options: CookieOptions, isSecure: boolean) {
  const given = {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'lax',
    ...options,
  } as const
  for (const [start, rules] of prefixes) {
    if (name.toLowerCase().startsWith(start.toLowerCase()))
      refuse(name, `begins with ${start}`, given, rules)
  }
  if (given.sameSite === 'none') refuse(name, 'has SameSite=None', given, [secure])
  if (given.partitioned) refuse(name, 'is partitioned', given, [secure])
  if (given.signed && given.sealed) {
    throw new TypeError(
      `The cookie "${name}" is signed and sealed. What is sealed needs no signature.`,
    )
  }
  return given
}

/** The header `Set-Cookie`. Throws a `TypeError`. */
export function writeSetCookie(name: string, value: string, options: CookieOptions): string {
  const { maxAge, ...others } = options
  const seconds = maxAge === undefined ? {} : { maxAge: Math.ceil(parseDuration(maxAge) / 1000) }
  const header = stringifySetCookie({ name, value, ...others, ...seconds })
  if (header.length <= mostBytes) return header
  throw new TypeError(
    `The cookie "${name}" takes ${header.length} bytes, and browsers keep no more than ${mostBytes}. ` +
      'Store what is large, and keep its id in the cookie.',
  )
}

/** The largest cookie that a browser keeps, in bytes. */
export const mostBytes = 4096

type Rule = readonly [text: string, holds: (options: CookieOptions) => boolean]

const secure: Rule = ['secure', (options) => options.secure === true]
const httpOnly: Rule = ['httpOnly', (options) => options.httpOnly === true]
const ofHost: readonly Rule[] = [
  secure,
  ['the path "/"', ({ path }) => path === '/'],
  ['no domain', ({ domain }) => domain === undefined],
]

const prefixes: readonly (readonly [start: string, rules: readonly Rule[]])[] = [
  ['__Secure-', [secure]],
  ['__Http-', [secure, httpOnly]],
  ['__Host-', ofHost],
  ['__Host-Http-', [httpOnly]],
]

function refuse(name: string, what: string, options: CookieOptions, rules: readonly Rule[]): void {
  const broken = rules.filter(([, holds]) => !holds(options)).map(([text]) => text)
  if (broken.length === 0) return
  const hint = broken.includes('secure')
    ? ' Over plain HTTP to the own machine no cookie is secure by itself.'
    : ''
  throw new TypeError(
    `The cookie "${name}" ${what}, so browsers keep it only with ${broken.join(' and ')}.${hint}`,
  )
}
