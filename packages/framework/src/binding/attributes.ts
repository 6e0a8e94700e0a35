import { attribute } from '../reflection/attribute.ts'

export class BodyAttribute {}

export class QueryAttribute {}

export class HeaderAttribute {
  /** In lower case; undefined for the name of the parameter in kebab case. */
  readonly header: string | undefined

  constructor(name?: string) {
    if (name !== undefined && !isToken(name)) {
      throw new TypeError(
        `"${String(name)}" is no name of a header. Write one such as "x-version".`,
      )
    }
    this.header = name?.toLowerCase()
  }
}

export class CookieAttribute {
  /** Undefined for the name of the parameter. */
  readonly cookie: string | undefined

  constructor(name?: string) {
    if (name !== undefined && !isToken(name)) {
      throw new TypeError(`"${String(name)}" is no name of a cookie. Write one such as "theme".`)
    }
    this.cookie = name
  }
}

/** The parameter is the decoded request body. */
export const Body = attribute(BodyAttribute)

/** The parameter is the query value of its name; a class takes the whole query string. */
export const Query = attribute(QueryAttribute)

/** The parameter is the header of a name; without one, of its own name in kebab case: `userAgent` is `User-Agent`. */
export const Header = attribute(HeaderAttribute)

/** The parameter is the cookie of a name; without one, of its own name. */
export const Cookie = attribute(CookieAttribute)

function isToken(name: unknown): boolean {
  return typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/u.test(name)
}
