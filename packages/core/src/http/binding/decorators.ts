import { attribute } from '../../base/reflection/attribute.ts'

export class BodyAttribute {}

export class QueryAttribute {}

export class HeaderAttribute {
  /** The name of the header, in lower case. Default: the parameter name in kebab case. */
  readonly header: string | undefined

  constructor(name?: string) {
    if (name !== undefined && !isToken(name)) {
      throw new TypeError(`"${String(name)}" is not a header name. Write one such as "x-version".`)
    }
    this.header = name?.toLowerCase()
  }
}

export class CookieAttribute {
  /** The name of the cookie. Default: the parameter name. */
  readonly cookie: string | undefined

  constructor(name?: string) {
    if (name !== undefined && !isToken(name)) {
      throw new TypeError(`"${String(name)}" is not a cookie name. Write one such as "theme".`)
    }
    this.cookie = name
  }
}

/** Binds a parameter to the decoded request body. */
export const Body = attribute(BodyAttribute)

/**
 * Binds a parameter to the query value with its name. A parameter of an object type, such as a DTO class, receives all
 * query values.
 */
export const Query = attribute(QueryAttribute)

/**
 * Binds a parameter to a header. Default: the name of the parameter in kebab case, such as `User-Agent` for
 * `userAgent`.
 */
export const Header = attribute(HeaderAttribute)

/** Binds a parameter to a cookie. Default: the name of the parameter. */
export const Cookie = attribute(CookieAttribute)

function isToken(name: unknown): boolean {
  return typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/u.test(name)
}
